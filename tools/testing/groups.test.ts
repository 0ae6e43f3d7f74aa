import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { testProcesses } from './groups.ts'

const ROOT = join(import.meta.dirname, '../..')
const TAP = join(ROOT, 'node_modules/tap/dist/esm/run.mjs')

const all = execFileSync('git', ['ls-files', '-co', '--exclude-standard', '*.test.ts'], {
  cwd: ROOT,
})
  .toString()
  .split('\n')
  .filter((file) => file && existsSync(join(ROOT, file)) && !file.startsWith('examples/testing/'))
  .sort()

t.test('every test file runs in exactly one process of one set', async (t) => {
  const filesOf = (set: 'main' | 'thorough' | 'all, alone'): string[][] =>
    testProcesses(ROOT, set, t.testdir()).map(({ files }) => files)
  const [main, thorough] = [filesOf('main'), filesOf('thorough')]
  t.strictSame([...main, ...thorough].flat().sort(), all)
  t.ok(thorough.flat().every((file) => file.endsWith('.thorough.test.ts')))
  t.ok(main.flat().every((file) => !file.endsWith('.thorough.test.ts')))
  for (const set of [main, thorough]) {
    t.ok(set.some((files) => files.length > 1))
    t.strictSame(
      set.filter((files) => files.length === 0),
      [],
      'no list of processes names files that are gone',
    )
  }
  t.strictSame(
    filesOf('all, alone').sort(),
    all.map((file) => [file]),
  )
})

t.test('processes start in the listed order, the longest first', async (t) => {
  const entries = testProcesses(ROOT, 'main', t.testdir()).map(({ entry }) => entry)
  t.ok(entries.length > 9, 'numbers of two digits')
  t.strictSame(entries.toSorted(), entries)
  // tap sorts its files by name. A number without a leading zero would start after 10.
  const names = ['2', '10', '09'].map((name) => `${name}.test.mjs`)
  const folder = t.testdir(Object.fromEntries(names.map((name) => [name, ''])))
  const files = names.map((name) => join(folder, name))
  const { stdout } = spawnSync(process.execPath, [TAP, 'list', ...files], {
    cwd: ROOT,
    encoding: 'utf8',
  })
  t.strictSame(
    [...stdout.matchAll(/(\w+)\.test\.mjs$/gm)].map(([, name]) => name),
    ['09', '10', '2'],
  )
})
