import { globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join, matchesGlob, relative } from 'node:path'
import { pathToFileURL } from 'node:url'
import { parse } from 'yaml'

/**
 * Test files that get a process of their own, longest first: they wait for browsers and other processes, so they fill
 * the cores best side by side, or they measure this process (memory, threads, file descriptors).
 */
const ALONE = [
  'conformance/self-test/*.test.ts',
  'simulator/command{,-restart,-seed}.test.ts',
  'simulator/store/{sqlite,snapshots}/kill*.test.ts',
  'simulator/hosted/accessibility.test.ts',
  '**/*-browser.test.ts',
  'commands/**/*.test.ts',
  'benchmarks/**/{end-to-end,growth,command,process-group,start}.test.ts',
  'docs/**/*.test.ts',
  'library/**/*.test.ts',
  'examples/*.test.ts',
  'simulator/**/fuzz.test.ts',
  'integration/**/*.test.ts',
  'torture/**/*.test.ts',
  'simulator/store/testing/*.test.ts',
  'spec/gate/{corpus,command}.test.ts',
  'simulator/{settings,quiesce,file-descriptors,history}.test.ts',
  'simulator/features/webhooks/deliveries*.test.ts',
]

/** Files in one process; more would leave a core without work at the end of the run. */
const GROUP_SIZE = 20

/** Slow files that load the same modules share a process, too, but fewer of them. */
const SLOW = ['sdk/*.test.ts']
const SLOW_GROUP_SIZE = 4

/** A test process: one file, or several together. */
export interface TestProcess {
  /** The file to give to tap. */
  entry: string
  files: string[]
  /** Lists those that passed; only for several together. */
  passedFile?: string
}

/**
 * Returns the processes that run all test files of `.taprc`. Writes an entry file for each group.
 *
 * @param root folder of the project
 * @param options.alone gives each file a process of its own
 * @param options.folder receives the entry files; it is emptied first
 */
export function testProcesses(
  root: string,
  { alone: allAlone = false, folder = join(root, '.tap/groups') } = {},
): TestProcess[] {
  const { include, exclude } = parse(readFileSync(join(root, '.taprc'), 'utf8')) as {
    include: string[]
    exclude: string[]
  }
  const all = globSync(include, { cwd: root, exclude }).sort()
  const matching = (patterns: string[]): string[] => [
    ...new Set(patterns.flatMap((pattern) => all.filter((file) => matchesGlob(file, pattern)))),
  ]
  const alone = matching(allAlone ? ['**'] : ALONE)
  const slow = matching(SLOW).filter((file) => !alone.includes(file))
  const others = all.filter((file) => !alone.includes(file) && !slow.includes(file))
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  const groups = [...chunks(slow, SLOW_GROUP_SIZE), ...chunks(others, GROUP_SIZE)]
  return [
    ...alone.map((entry) => ({ entry, files: [entry] })),
    ...groups.map((files, i) => writeGroup(root, join(folder, `${i + 1}.test.mjs`), files)),
  ]
}

/** Writes the entry file of a process that runs several test files. */
export function writeGroup(root: string, entry: string, files: string[]): TestProcess {
  const passedFile = `${entry}.passed`
  const runner = pathToFileURL(join(import.meta.dirname, 'run-group.ts')).href
  const rootUrl = pathToFileURL(join(root, '/')).href
  writeFileSync(
    entry,
    `import { runGroup } from ${JSON.stringify(runner)}\n` +
      `await runGroup(...${JSON.stringify([rootUrl, files, passedFile], undefined, 2)})\n`,
  )
  return { entry: relative(root, entry), files, passedFile }
}

/** Splits into chunks of about the same length. */
function chunks<T>(items: T[], most: number): T[][] {
  if (items.length === 0) return []
  const size = Math.ceil(items.length / Math.ceil(items.length / most))
  return Array.from({ length: Math.ceil(items.length / size) }, (_, i) =>
    items.slice(i * size, (i + 1) * size),
  )
}
