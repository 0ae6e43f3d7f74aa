import { mkdir } from 'node:fs/promises'
import { Argument, Command, InvalidArgumentError, Option } from 'commander'
import { type Cores, chooseCores } from './cores.ts'
import { measurePath } from './measure.ts'
import { LOADED_PATHS, type LoadedPath } from './paths.ts'
import { Progress } from './progress.ts'
import { allMeasured } from './remarks.ts'
import { rendered } from './render.ts'
import { type Report, newReport, writeReport } from './report.ts'
import type { StoreKind } from './simulator.ts'
import { Stage } from './stage.ts'
import { measureStart } from './start.ts'
import { type Target, readTarget } from './target-file.ts'

type What = LoadedPath | 'start' | 'all'

interface Flags {
  target?: string
  rounds: number
  duration: number
  warmup: number
  connections: number
  store: StoreKind
  out?: string
  cpuProf?: string
}

/** Exit code for "could not measure"; 1 is commander's for a wrong command line. */
const NOT_MEASURED = 2
const SIGNALS = { SIGINT: 130, SIGTERM: 143, SIGHUP: 129 } as const

/** `vskit bench`: ratios to bare `node:http`, from strict pairs of one run. */
export function benchCommand(): Command {
  return new Command('bench')
    .description('Measures a target against bare node:http that answers the same bytes, in the same run.')
    .addArgument(new Argument('[what]', 'what to measure').choices([...LOADED_PATHS, 'start', 'all']).default('all'))
    .option('--target <file>', 'JSON file of a target that is up (default: a simulator, started for the run)')
    .option('--rounds <number>', 'slices of the target, each between two of the baseline', wholeNumber(1, 1000), 5)
    .option('--duration <seconds>', 'length of a slice', seconds(0.2), 3)
    .option('--warmup <seconds>', 'load on each side before the first slice', seconds(0), 3)
    .option('--connections <number>', 'requests in flight', wholeNumber(1, 10_000), 50)
    .addOption(new Option('--store <kind>', 'of the simulator').choices(['disk', 'memory']).default('disk'))
    .option('--out <folder>', 'write bench.json there: versions, machine, parameters, raw samples')
    .option('--cpu-prof <folder>', 'leave CPU profiles of the simulator there, and name its busiest functions')
    .action((what: What, flags: Flags, command: Command) => run(what, flags, command))
}

async function run(what: What, flags: Flags, command: Command): Promise<void> {
  const stage = new Stage()
  const progress = new Progress()
  const stopListening = endOnSignal(stage, progress)
  try {
    const plan = await prepare(what, flags)
    // What was measured before something broke is worth minutes: it is told before the error is.
    const failure = await measure(plan, flags, stage, progress).catch((error: Error) => error)
    // After a signal everything is being ended: what breaks by that is no news.
    if (stage.ended) return
    progress.clear()
    await stage.end()
    await tell(plan.report, flags)
    if (failure) throw failure
  } catch (error) {
    command.error(`vskit bench: ${(error as Error).message}`, { exitCode: NOT_MEASURED })
  } finally {
    await stage.end()
    stopListening()
  }
}

interface Plan {
  paths: LoadedPath[]
  /** Whether the time to start is measured too. */
  start: boolean
  target: Target | undefined
  cores: Cores
  report: Report
}

async function prepare(what: What, flags: Flags): Promise<Plan> {
  const target = flags.target === undefined ? undefined : await readTarget(flags.target)
  const paths = LOADED_PATHS.filter((path) => what === path || what === 'all')
  checkTarget(what, paths, target, flags)
  if (flags.cpuProf !== undefined) await mkdir(flags.cpuProf, { recursive: true })
  const cores = chooseCores()
  const report = await newReport(parametersOf(flags), cores, target ? 'own' : 'simulator')
  return { paths, start: !target && (what === 'start' || what === 'all'), target, cores, report }
}

async function measure(plan: Plan, flags: Flags, stage: Stage, progress: Progress): Promise<void> {
  const { paths, start, target, cores, report } = plan
  for (const path of paths) {
    progress.show(`${path}: starting`)
    report.paths.push(await measurePath(path, stage, {
      ...flags, cores, target, profileFolder: flags.cpuProf,
      progress: (path, pair, { server, round, slice }) => progress.show(
        `${path} ${pair}: ${turn(round, flags)}, ${server} ${Math.round(slice.requests_per_second)}/s` +
        (slice.problem === null ? '' : ` INVALID: ${slice.problem}`)),
    }))
  }
  if (!start) return
  report.start = await measureStart(stage, {
    rounds: flags.rounds,
    progress: (kind, round, ms) => progress.show(`start: ${turn(round, flags)}, ${kind} ${Math.round(ms)} ms`),
  })
}

async function tell(report: Report, { out, cpuProf }: Flags): Promise<void> {
  if (report.paths.length === 0 && report.start === null) return
  console.log(rendered(report, cpuProf))
  if (out !== undefined) console.log(`\nRaw samples: ${await writeReport(report, out)}`)
  if (!allMeasured(report.paths)) process.exitCode = NOT_MEASURED
}

function turn(round: number, { rounds }: Flags): string {
  return round === 0 ? 'warm-up' : `round ${round} of ${rounds}`
}

function checkTarget(what: What, paths: LoadedPath[], target: Target | undefined, flags: Flags): void {
  if (!target) return
  if (what === 'start') throw new Error('start is measured on a simulator that the bench starts: leave --target away')
  if (flags.cpuProf !== undefined) throw new Error('--cpu-prof is for the simulator of the bench: leave --target away')
  const reads = paths.filter((path) => path !== 'create')
  if (reads.length === 0 || target.sessionId !== undefined) return
  throw new Error(`${reads.join(' and ')}: the target file needs a session_id`)
}

function parametersOf({ rounds, duration, warmup, connections, store, cpuProf }: Flags): Report['parameters'] {
  return { rounds, duration, warmup, connections, store, profiled: cpuProf !== undefined }
}

/** On the first signal everything that was started is ended before this process is; on the second one at once. */
function endOnSignal(stage: Stage, progress: Progress): () => void {
  const listeners = Object.entries(SIGNALS).map(([signal, code]): [string, () => void] => [signal, () => {
    if (stage.ended) process.exit(code)
    progress.clear()
    void stage.end().finally(() => process.exit(code))
  }])
  for (const [signal, listener] of listeners) process.on(signal, listener)
  return () => { for (const [signal, listener] of listeners) process.off(signal, listener) }
}

function wholeNumber(least: number, most: number): (text: string) => number {
  return (text) => {
    const value = Number(text)
    if (/^\d+$/.test(text) && value >= least && value <= most) return value
    throw new InvalidArgumentError(`Expected a whole number from ${least} to ${most}.`)
  }
}

function seconds(least: number): (text: string) => number {
  return (text) => {
    const value = Number(text)
    if (/^\d+(\.\d+)?$/.test(text) && value >= least && value <= 3600) return value
    throw new InvalidArgumentError(`Expected seconds from ${least} to 3600.`)
  }
}
