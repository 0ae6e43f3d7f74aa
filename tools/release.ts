import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { scriptArguments } from '../spec/script-arguments.ts'

/**
 * Makes the files of a release: the package, its bill of materials (CycloneDX) and SHA256SUMS.
 *
 *   npm run release -- [--out FOLDER] [--publish [--tag TAG]]
 *
 * --out FOLDER   where the files go; `release` by default
 * --publish      publishes the package; needs a tagged commit without changes, and a CI job with an
 *                OpenID token for provenance
 * --tag TAG      distribution tag; `latest` by default
 */
const { values } = scriptArguments(import.meta.filename, {
  options: {
    publish: { type: 'boolean', default: false },
    tag: { type: 'string', default: 'latest' },
    out: { type: 'string', default: 'release' },
  },
})
const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string }
const npm = (...args: string[]): string =>
  execFileSync('npm', args, {
    encoding: 'utf8',
    maxBuffer: 1e9,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
const git = (...args: string[]): string => execFileSync('git', args, { encoding: 'utf8' }).trim()

if (values.publish) refuseUnfit()
mkdirSync(values.out, { recursive: true })

// Files of the installed package, without this repository's tools.
const bom = npm('sbom', '--sbom-format', 'cyclonedx', '--omit', 'dev', '--package-lock-only')
writeFileSync(join(values.out, `vskit-${version}.cdx.json`), bom)
const [packed] = JSON.parse(npm('pack', '--json', '--pack-destination', values.out)) as {
  filename: string
}[]
const tarball = join(values.out, packed!.filename)
const sums = [tarball, join(values.out, `vskit-${version}.cdx.json`)].map((file) => {
  const digest = createHash('sha256').update(readFileSync(file)).digest('hex')
  return `${digest}  ${file.slice(values.out.length + 1)}\n`
})
writeFileSync(join(values.out, 'SHA256SUMS'), sums.join(''))
console.log(`${sums.join('')}in ${values.out}/`)

if (values.publish)
  npm('publish', tarball, '--provenance', '--access', 'public', '--tag', values.tag)
else console.log('Nothing is published without --publish.')

/** @throws {Error} unless this is a CI job for a tagged commit */
function refuseUnfit(): void {
  const problems = [
    git('status', '--porcelain') !== '' && 'there are uncommitted changes',
    !git('tag', '--points-at', 'HEAD').split('\n').includes(`v${version}`) &&
      `the commit has no tag v${version}; add it, or set the version in package.json`,
    !process.env['ACTIONS_ID_TOKEN_REQUEST_URL'] &&
      !process.env['SIGSTORE_ID_TOKEN'] &&
      'provenance needs a CI job with an OpenID token (permission id-token: write)',
  ].filter((problem) => problem !== false)
  if (problems.length > 0)
    throw new Error(`Not published:\n${problems.map((problem) => `  ${problem}`).join('\n')}`)
}
