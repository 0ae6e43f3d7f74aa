import { Argument, Command, InvalidArgumentError, Option } from 'commander'
import { unwritable } from '../library/file-errors.ts'
import { chooseCores } from './measure/cores.ts'
import { findBuild } from './against/build.ts'
import { measurePairedRuns } from './against/part.ts'
import { writePage } from './report/html/page.ts'
import { makeFolder, removeEmpty } from './report/output-folder.ts'
import type { Flags, Run } from './parts/part.ts'
import { PARTS, partsOf, pathsOf, targetFor } from './parts/all.ts'
import { Progress } from './report/progress.ts'
import { allMeasured } from './report/remarks.ts'
import { rendered } from './report/render.ts'
import { type Report, isEmpty, newReport, writeReport } from './report/report.ts'
import { ProcessGroup } from './process/process-group.ts'
import { failures } from './report/verdict.ts'

/** Exit code 2: could not measure; 1 is commander's for a wrong command line. */
const NOT_MEASURED = 2
const FOUND_WRONG = 3
/**
 * Default warm-up in seconds: the simulator's first 30,000 requests cost up to twice as much, until V8 has
 * compiled its code.
 */
const WARMUP = 6
const SIGNALS = { SIGINT: 130, SIGTERM: 143, SIGHUP: 129 } as const

/** Adds its results to the report of a run. */
type Measure = (run: Run) => Promise<void>

/** Defines `vskit bench`: ratios to bare `node:http`, from interleaved pairs of one run. */
export function benchCommand(): Command {
  return new Command('bench')
    .description(
      'Measures a target relative to a bare node:http server that sends the same bytes, in the same run.',
    )
    .addArgument(
      new Argument('[what]', 'benchmarks to run')
        .choices([...Object.keys(PARTS), 'all'])
        .default('all'),
    )
    .option(
      '--target <file>',
      'JSON file of a running target (default: a simulator, started for the run)',
    )
    .option(
      '--rounds <number>',
      'measurements of the target, each between two of the baseline',
      wholeNumber(1, 1000),
      5,
    )
    .option('--duration <seconds>', 'length of one measurement', seconds(0.2), 2)
    .option(
      '--warmup <seconds>',
      'load on each side before the first measurement',
      seconds(0),
      WARMUP,
    )
    .option('--connections <number>', 'concurrent connections', wholeNumber(1, 10_000), 50)
    .addOption(
      new Option('--store <kind>', 'store of the simulator')
        .choices(['disk', 'memory'])
        .default('disk'),
    )
    .option('--no-peers', 'do not measure Fastify and Prism')
    .option(
      '--out <folder>',
      'write bench.json (versions, machine, raw samples) and bench.html (tables, plots) into this folder',
    )
    .addOption(
      new Option(
        '--against <folder>',
        'compare with the build in this folder instead, both under load at the same time',
      ).conflicts(['target', 'cpuProf', 'million', 'sizes', 'soak', 'events', 'database']),
    )
    .option(
      '--pairs <number>',
      'with --against: maximum number of process pairs',
      wholeNumber(1, 100),
      24,
    )
    .option(
      '--cpu-prof <folder>',
      'write CPU profiles of the simulator into this folder, and list its most expensive functions',
    )
    .option(
      '--database <url>',
      'replicas: an empty PostgreSQL database on this machine (default in a checkout: a server started for the run)',
    )
    .option('--million', 'growth: also with a million sessions, which need 6 GB of disk')
    .addOption(
      new Option('--sizes <numbers>', 'growth: other numbers of sessions')
        .argParser(sizes)
        .hideHelp(),
    )
    .addOption(
      new Option('--events <number>', 'webhooks: events per period')
        .argParser(wholeNumber(1, 100_000))
        .hideHelp(),
    )
    .option(
      '--soak <minutes>',
      'growth: measure memory under constant load for this long instead',
      minutes,
    )
    .addOption(
      new Option('--simulator-node-arg <arg>', 'for the tests of the benchmarks')
        .argParser(collect)
        .default([])
        .hideHelp(),
    )
    .addHelpText(
      'after',
      `\nBenchmarks:\n${Object.entries(PARTS)
        .map(
          ([name, { about, alone }]) =>
            `  ${name.padEnd(12)}${about}${alone ? ' (not in all)' : ''}`,
        )
        .join('\n')}`,
    )
    .action((what: string, flags: Flags, command: Command) => run(what, flags, command))
}

async function run(what: string, flags: Flags, command: Command): Promise<void> {
  refuseUnused(what, flags, command)
  const group = new ProcessGroup({ profiles: flags.cpuProf })
  const progress = new Progress()
  const stopListening = endOnSignal(group, progress)
  try {
    const measure =
      flags.against === undefined ? measureParts(what) : await measureAgainst(what, flags.against)
    const run = await prepare(what, flags, group, progress)
    // Print the results so far before the error: they took minutes.
    const failure = await measure(run).catch((error: Error) => error)
    // After a signal all processes are ended; errors caused by that are expected.
    if (group.ended) return
    progress.clear()
    await group.end()
    await printResults(run, group.profiled)
    if (failure) throw failure
  } catch (error) {
    command.error(`vskit bench: ${(error as Error).message}`, { exitCode: NOT_MEASURED })
  } finally {
    await group.end()
    stopListening()
  }
}

/** Flags that only one benchmark reads. */
const FLAGS_OF: [flag: string, key: keyof Flags, part: string][] = [
  ['--database', 'database', 'replicas'],
  ['--million', 'million', 'growth'],
  ['--sizes', 'sizes', 'growth'],
  ['--soak', 'soak', 'growth'],
]

/** A flag without effect would be a run of minutes that measured something else. */
function refuseUnused(what: string, flags: Flags, command: Command): void {
  for (const [flag, key, part] of FLAGS_OF)
    if (flags[key] !== undefined && what !== part)
      command.error(`error: ${flag} belongs to another benchmark: vskit bench ${part} ${flag} ...`)
}

async function prepare(
  what: string,
  flags: Flags,
  group: ProcessGroup,
  progress: Progress,
): Promise<Run> {
  // Creates the folders before the run, so that a wrong path is reported first.
  for (const folder of [flags.out, flags.cpuProf])
    if (folder !== undefined) {
      const made = await makeFolder(folder).catch((error: Error) => {
        throw unwritable(folder, error)
      })
      process.once('exit', () => removeEmpty(made))
    }
  const target = await targetFor(what, flags)
  const cores = chooseCores()
  const report = await newReport(parametersOf(flags), cores, target ? 'own' : 'simulator')
  return { flags, cores, target, group, progress, report }
}

function measureParts(what: string): Measure {
  return async (run) => {
    const parts = partsOf(what, run.target !== undefined)
    for (const [, part] of parts) run.progress.expect(part.steps(run.flags))
    for (const [, part] of parts) await part.measure(run)
  }
}

/**
 * Compares another build with this one, path by path.
 * @throws {Error} if there is no build, or no path
 */
async function measureAgainst(what: string, folder: string): Promise<Measure> {
  const paths = pathsOf(what)
  const other = await findBuild(folder)
  return (run) => measurePairedRuns(paths, other, run)
}

async function printResults(
  { report, flags: { out } }: Run,
  profiled: ProcessGroup['profiled'],
): Promise<void> {
  if (isEmpty(report)) return
  console.log(rendered(report, profiled))
  if (out !== undefined)
    console.log(
      `\nRaw samples: ${await writeReport(report, out)}\nReport: ${await writePage(report, out)}`,
    )
  if (!allMeasured(report)) process.exitCode = NOT_MEASURED
  if (failures(report).length > 0) process.exitCode = FOUND_WRONG
}

function parametersOf({
  rounds,
  duration,
  warmup,
  connections,
  store,
  peers,
  cpuProf,
}: Flags): Report['parameters'] {
  return { rounds, duration, warmup, connections, store, peers, profiled: cpuProf !== undefined }
}

/** The first signal ends all child processes, then this one; the second exits at once. */
function endOnSignal(group: ProcessGroup, progress: Progress): () => void {
  const listeners = Object.entries(SIGNALS).map(([signal, code]): [string, () => void] => [
    signal,
    () => {
      if (group.ended) process.exit(code)
      progress.clear()
      void group.end().finally(() => process.exit(code))
    },
  ])
  for (const [signal, listener] of listeners) process.on(signal, listener)
  return () => {
    for (const [signal, listener] of listeners) process.off(signal, listener)
  }
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

function collect(value: string, before: string[]): string[] {
  return [...before, value]
}

function minutes(text: string): number {
  const value = Number(text)
  if (/^\d+(\.\d+)?$/.test(text) && value > 0 && value <= 1440) return value
  throw new InvalidArgumentError('Expected minutes, up to 1440.')
}

function sizes(text: string): number[] {
  return text.split(',').map(wholeNumber(1, 10_000_000))
}
