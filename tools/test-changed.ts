import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'

/**
 * `npm run test:changed [REVISION]`: runs the test files that import, directly or indirectly, a
 * file that differs from the revision (default: main; on main, HEAD). Data files have no imports: a
 * change to one selects the tests of its folder.
 */
const git = (...args: string[]): string[] =>
  execFileSync('git', args, { encoding: 'utf8' }).split('\n').filter(Boolean)

const onMain = git('rev-parse', '--abbrev-ref', 'HEAD')[0] === 'main'
const base = process.argv[2] ?? (onMain ? 'HEAD' : 'main')
const changed = new Set([
  ...git('diff', '--name-only', '--merge-base', base),
  ...git('ls-files', '--others', '--exclude-standard'),
])

interface Module {
  source: string
  dependents: string[]
}

const { modules } = JSON.parse(
  execFileSync('depcruise', ['--config', '.dependency-cruiser.cjs', '.', '--output-type', 'json'], {
    encoding: 'utf8',
    maxBuffer: 256 * 1024 * 1024,
  }),
) as { modules: Module[] }
const dependents = new Map(modules.map((module) => [module.source, module.dependents]))

const affected = new Set<string>()
const pending = [...changed]
for (let file = pending.pop(); file !== undefined; file = pending.pop()) {
  if (affected.has(file)) continue
  affected.add(file)
  pending.push(...(dependents.get(file) ?? []))
  if (!dependents.has(file)) pending.push(...testsBeside(file))
}

const tests = [...affected].filter((file) => file.endsWith('.test.ts') && existsSync(file)).sort()
console.log(`${changed.size} files differ from ${base}; ${tests.length} test files are affected.`)
if (tests.length === 0) process.exit(0)
// Runs all rounds, since a change needs more than the 25% of npm test.
const env = { ...process.env, TEST_FULL: '1' }
process.exit(spawnSync('tap', tests, { stdio: 'inherit', env }).status ?? 1)

function testsBeside(file: string): string[] {
  const folder = file.slice(0, file.lastIndexOf('/') + 1)
  return [...dependents.keys()].filter(
    (source) => source.endsWith('.test.ts') && folder !== '' && source.startsWith(folder),
  )
}
