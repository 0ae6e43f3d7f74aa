import { globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join, matchesGlob, relative } from 'node:path'
import { pathToFileURL } from 'node:url'
import { parse } from 'yaml'

/** Processes that wait for much of their time. They start first: at the end, cores would be idle. */
const WAITING_PROCESSES = [
  // These wait for 60 s in all.
  ['integration/self-test/mutants.test.ts'],
  [
    'conformance/{check/verdict,run/run-end,checks/webhooks/webhook-checks}.test.ts',
    'simulator/features/webhooks/deliveries-slow.test.ts',
    'simulator/http/late-requests.test.ts',
  ],
  ['simulator/console/*-browser.test.ts'],
  // These share a simulator.
  ['conformance/{self-test,every-answer}/**/*.test.ts'],
]

/**
 * Processes of slow test files, longest first: a long one at the end would leave a core idle. Files
 * that share a process load the same modules or use the same browser.
 */
const PROCESSES = [
  ['sdk/*.test.ts'],
  ['simulator/{replicas,store/testing}/*.test.ts'],
  ['{commands,docs,examples}/**/*.test.ts'],
  ['{library,integration}/**/*.test.ts'],
  ['simulator/features/webhooks/deliveries*.test.ts'],
  ['simulator/{command,settings,quiesce}.test.ts'],
  [
    'simulator/hosted/hosted-pages-browser.test.ts',
    'simulator/http/auth/cors-browser.test.ts',
    'conformance/report/html.test.ts',
  ],
  ['benchmarks/**/{end-to-end,command,process-group}.test.ts'],
  ['simulator/store/sqlite/kill.test.ts'],
  ['spec/gate/{corpus,command}.test.ts'],
]

/** Groups of the thorough tests. */
const THOROUGH_PROCESSES = [
  // These wait for windows of image reads.
  ['integration/self-test/{answers-first,durable,other-choices}.thorough.test.ts'],
  ['conformance/self-test/mutants.thorough.test.ts'],
  ['conformance/**/*.thorough.test.ts'],
  ['sdk/*.thorough.test.ts'],
  ['{simulator/console,simulator/hosted}/*.thorough.test.ts'],
  ['integration/**/*.thorough.test.ts'],
  ['benchmarks/**/*.thorough.test.ts'],
]

/** Number of other files that share a process. These take longest, so they start before the slow files. */
const GROUP_SIZE = 60

/**
 * Tests that `npm test` runs, those of `npm run test:thorough` (`*.thorough.test.ts`), or both
 * sets with a process for each file.
 */
export type TestSet = 'main' | 'thorough' | 'all, alone'

/** A test process: one file, or several together. */
export interface TestProcess {
  /** File for tap to run. */
  entry: string
  files: string[]
  /** File that lists the passed files of a group. */
  passedFile?: string
}

/**
 * Returns the processes that run a set of the test files of `.taprc`, in the order in which they
 * start. Writes an entry file for each group.
 *
 * @param root folder of the project
 * @param folder receives the entry files; it is emptied first
 */
export function testProcesses(
  root: string,
  set: TestSet,
  folder = join(root, '.tap/groups'),
): TestProcess[] {
  const { include, exclude } = parse(readFileSync(join(root, '.taprc'), 'utf8')) as {
    include: string[]
    exclude: string[]
  }
  const alone = set === 'all, alone'
  const left = new Set(
    globSync(include, { cwd: root, exclude })
      .filter((file) => alone || file.endsWith('.thorough.test.ts') === (set === 'thorough'))
      .sort(),
  )
  /** Takes files that match and were not taken before. */
  const take = (patterns: string[]): string[] => {
    const taken = [...left].filter((file) => patterns.some((pattern) => matchesGlob(file, pattern)))
    for (const file of taken) left.delete(file)
    return taken
  }
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  const waiting = set === 'main' ? WAITING_PROCESSES.map(take) : []
  const slow = alone ? [] : (set === 'thorough' ? THOROUGH_PROCESSES : PROCESSES).map(take)
  const groups = [...waiting, ...chunks([...left], alone ? 1 : GROUP_SIZE), ...slow]
  return groups.map((files, i) =>
    alone
      ? { entry: files[0]!, files }
      : // tap starts its entries in the order of their names.
        writeGroup(root, join(folder, `${String(i + 1).padStart(2, '0')}.test.mjs`), files),
  )
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
