import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { posix } from 'node:path'
import packageJson from '../package.json' with { type: 'json' }

interface Lock {
  packages: Record<string, { resolved?: string; inBundle?: boolean; integrity?: string }>
}

/**
 * Checks the files that people copy and install: `npx vskit` names this version, every locked
 * package has a checksum, no install script may run, and the links of the packed README lead to
 * packed files.
 * @param packed paths in the package
 * @throws {Error} that lists every problem
 */
export function checkDistribution(packed: ReadonlySet<string>): void {
  const problems = [...unpinned(), ...withoutIntegrity(), ...installScripts(), ...deadLinks(packed)]
  if (problems.length > 0)
    throw new Error(`the package can't be published:\n  ${problems.join('\n  ')}`)
}

function unpinned(): string[] {
  const files = execFileSync('git', ['ls-files', '*.md', '*.yml', '*.yaml'], { encoding: 'utf8' })
    .trim()
    .split('\n')
    .filter((file) => file !== 'CHANGELOG.md' && existsSync(file))
  return files.flatMap((file) =>
    [...readFileSync(file, 'utf8').matchAll(/npx (?:--yes |-y )+vskit(@[\w.-]+)?/g)]
      .filter(([, version]) => version !== `@${packageJson.version}`)
      .map(([text]) => `${file}: expected vskit@${packageJson.version} in '${text}'`),
  )
}

function withoutIntegrity(): string[] {
  const { packages } = JSON.parse(readFileSync('package-lock.json', 'utf8')) as Lock
  return Object.entries(packages)
    .filter(
      ([path, { resolved, inBundle, integrity }]) =>
        path !== '' && !resolved?.startsWith('file:') && !inBundle && !integrity,
    )
    .map(([path]) => `package-lock.json: ${path} has no integrity; install it from a registry`)
}

/** An install script can download packages that the lockfile does not list. */
function installScripts(): string[] {
  return Object.entries(packageJson.allowScripts)
    .filter(([, allowed]) => allowed)
    .map(([name]) => `package.json: allowScripts lets ${name} run; expected false`)
}

function deadLinks(packed: ReadonlySet<string>): string[] {
  return [...readFileSync('README.md', 'utf8').matchAll(/\]\((?!https?:|#)([^)#\s]+)/g)]
    .map(([, link]) => posix.normalize(link!))
    .filter((link) => !packed.has(link) && ![...packed].some((file) => file.startsWith(`${link}/`)))
    .map(
      (link) =>
        `README.md: the package has no ${link}; add it to files, or link to a page that is published`,
    )
}
