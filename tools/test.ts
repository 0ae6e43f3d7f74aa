import { spawn } from 'node:child_process'
import { rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { testProcesses } from './testing/groups.ts'
import { endOfOutput, failedFiles, runAgain } from './testing/run-again.ts'
import { isTapBuilt } from './testing/tap-build.ts'

interface Step {
  name: string
  command: string
  args: string[]
  env?: NodeJS.ProcessEnv
}

/**
 * `npm test`: runs every step, even after a failure, and prints the counts of passed and failed
 * steps.
 *
 * With `--thorough` (`npm run test:thorough`): only the tests that `npm test` leaves out. With
 * `--full`, as in the weekly run: both, each test file in its own process, and the full number of
 * rounds.
 */
const { full, thorough } = flags()
const root = join(import.meta.dirname, '..')
/** The weekly run also compiles: the linter's type check is a different program. */
const COMPILE: Step[] = [
  { name: 'types', command: 'tsc', args: ['--noEmit'] },
  { name: 'types of the console', command: 'tsc', args: ['--project', 'simulator/console/page'] },
  { name: 'types of the SDK', command: 'tsc', args: ['--project', 'sdk'] },
]
const RECIPES = 'examples/testing'
/** Takes as long on one core as all other steps before the tests. */
const LINT: Step = {
  name: 'types and lint',
  command: 'oxlint',
  args: ['--deny-warnings', '--type-check', `--ignore-pattern=${RECIPES}/**`],
  // The type check collects garbage less often: 15% less CPU time, and the same peak of 1.7 GB.
  env: { GOGC: '400' },
}
const SHORT: Step[] = [
  // They import packages that only npm run check:package installs, so their types are unknown here.
  { name: 'lint of the recipes', command: 'oxlint', args: ['--deny-warnings', RECIPES] },
  { name: 'format', command: 'oxfmt', args: ['--check', '.'] },
  {
    name: 'import rules',
    command: 'depcruise',
    args: ['--config', '.dependency-cruiser.cjs', '.', '--output-type', 'err'],
  },
  { name: 'library reference', command: 'node', args: ['tools/library-reference.ts', '--check'] },
]
/** Prepares tap for the plugins of .taprc, before any test runs. */
const BUILD: Step = { name: 'test runner', command: 'tap', args: ['build'] }
// Prints failures at the end. The terse reporter draws each assertion: 5.6 s of CPU time for 6,000
// of them, this one 1.3 s.
const REPORTER = process.stdout.isTTY ? [] : ['--reporter=min']

const ENVIRONMENT = {
  // Many processes load the same modules; the cache spares all but the first the compilation.
  NODE_COMPILE_CACHE: join(tmpdir(), 'node-compile-cache'),
  ...process.env,
  ...(full && { TEST_FULL: '1' }),
  // Without a terminal the reporter must not redraw its progress in the log.
  ...(!process.stdout.isTTY && { CI: process.env.CI ?? 'true' }),
}

/** Reads the flags; a wrong one ends the process, because all tests would run without it. */
function flags(): { full: boolean; thorough: boolean } {
  const flag = { type: 'boolean', default: false } as const
  try {
    return parseArgs({ options: { full: flag, thorough: flag } }).values
  } catch (error) {
    console.error(`${(error as Error).message}\nTo run one test file: npx tap FILE`)
    process.exit(2)
  }
}

const failed: string[] = []

/** Runs a step and counts its result. */
async function run(step: Step, options: { live: boolean }): Promise<void> {
  if (!(await succeeds(step, options))) failed.push(step.name)
}

/** Prints the output of a step after its end, since others may run beside it; with `live` immediately. */
async function succeeds(
  { name, command, args, env }: Step,
  { live }: { live: boolean },
): Promise<boolean> {
  const started = performance.now()
  if (live) console.log(`\n── ${name}`)
  const said: Buffer[] = []
  const ok = await new Promise<boolean>((resolve) => {
    const child = spawn(command, args, {
      stdio: live ? 'inherit' : ['ignore', 'pipe', 'pipe'],
      env: { ...ENVIRONMENT, ...env },
    })
    for (const stream of [child.stdout, child.stderr])
      stream?.on('data', (bytes: Buffer) => said.push(bytes))
    child.on('error', (error) => {
      said.push(Buffer.from(`${command}: ${error.message} (is the project installed? npm ci)\n`))
      resolve(false)
    })
    child.on('close', (code) => resolve(code === 0))
  })
  if (!live) console.log(`\n── ${name}`)
  process.stdout.write(Buffer.concat(said))
  console.log(
    `${ok ? 'ok' : 'FAILED'}: ${name} (${((performance.now() - started) / 1000).toFixed(1)} s)`,
  )
  return ok
}

/** Runs the tests. Failed files run again, alone; @returns those that passed then. */
async function runTests(): Promise<string[]> {
  const processes = testProcesses(root, full ? 'all, alone' : thorough ? 'thorough' : 'main')
  const saved = join(root, '.tap/failed')
  const output = join(root, '.tap/output')
  for (const left of [saved, output]) rmSync(left, { recursive: true, force: true })
  const entries = processes.map(({ entry }) => entry)
  const tap = (name: string, ...args: string[]): Promise<boolean> =>
    succeeds({ name, command: 'tap', args: [...REPORTER, ...args] }, { live: true })
  if (await tap('tests', `--save=${saved}`, `--output-dir=${output}`, ...entries)) return []
  const suspects = failedFiles(processes, saved)
  for (const entry of suspects.filter((suspect) => entries.includes(suspect)))
    console.log(`\n── the end of the output of ${entry}\n${endOfOutput(output, entry)}`)
  const second = await runAgain(suspects, (file) => tap(`${file}, a second time and alone`, file))
  if (suspects.length === 0 || second.failed.length > 0) failed.push('tests')
  for (const file of second.failed) console.log(`\nfailed: ${file}`)
  return second.unstable
}

async function runInTurn(steps: Step[]): Promise<void> {
  for (const step of steps) await run(step, { live: false })
}

const build = isTapBuilt(root) ? [] : [BUILD]
const inTurn = thorough ? build : [...build, ...(full ? COMPILE : []), ...SHORT]
const beside = thorough ? [] : [LINT]
await Promise.all([runInTurn(beside), runInTurn(inTurn)])
const unstable = await runTests()

const count = beside.length + inTurn.length + 1
for (const file of unstable)
  console.log(`\nunstable: ${file} failed beside the others and passed alone. Repair it.`)
if (failed.length > 0) console.log(`\nFailed: ${failed.join(', ')}`)
console.log(`\n${count - failed.length} passed, ${failed.length} failed`)
process.exit(failed.length === 0 ? 0 : 1)
