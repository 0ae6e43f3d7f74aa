import type { Cores } from '../measure/cores.ts'
import { type Load, startLoad } from '../load/load.ts'
import { type Side, unmeasuredSeconds, side, speed, requestsPerCpuSecond } from '../measure/pair.ts'
import { type LoadedPath, callFor } from '../load/paths.ts'
import { record } from '../measure/recording.ts'
import {
  type SimulatorHome,
  type StoreKind,
  newHome,
  startSimulator,
  subjectFor,
} from '../process/simulator.ts'
import { type Contender, type Slice, expectedOf, runSlices } from '../measure/slice.ts'
import type { ProcessGroup } from '../process/process-group.ts'
import type { Build } from './build.ts'
import { isPrecise } from './judge.ts'
import type { RunPair, PairedRun } from './paired-run.ts'

export interface PairedRunOptions {
  other: Build
  /** Maximum number of process pairs; stops earlier once the result is precise. */
  pairs: number
  cores: Cores
  store: StoreKind
  /** Slices per pair. */
  rounds: number
  /** Seconds per slice. */
  duration: number
  /** Seconds of load before the first slice. */
  warmup: number
  /** Total of both builds. */
  connections: number
  /** Node arguments of this build. */
  nodeArgs: string[]
  progress: (step: { pair: number; round: number; slices: Slice[] }) => void
}

/**
 * Loads this build and another one concurrently on one core, so that machine noise affects both
 * within milliseconds (Bulej et al., Duet Benchmarking, ICPE 2020). Repeats with new process pairs
 * until the difference is known precisely: equal processes differ by V8's optimization decisions,
 * so one pair says little, however long it runs.
 */
export async function measurePairedRun(
  path: LoadedPath,
  group: ProcessGroup,
  options: PairedRunOptions,
): Promise<PairedRun> {
  const load = startLoad(group, options.cores.load)
  const pairedRun: PairedRun = { path, pairs: [] }
  while (pairedRun.pairs.length < options.pairs && !isPrecise(pairedRun))
    pairedRun.pairs.push(await measurePair(pairedRun, load, group, options))
  await group.stop(load.process)
  return pairedRun
}

async function measurePair(
  { path, pairs }: PairedRun,
  load: Load,
  group: ProcessGroup,
  options: PairedRunOptions,
): Promise<RunPair> {
  const { other, rounds, duration, warmup, progress } = options
  const connections = Math.max(1, Math.round(options.connections / 2))
  // The first to start and to receive requests may have an advantage, so the order alternates.
  const inTurn = <T>(builds: T[]): T[] => (pairs.length % 2 === 1 ? builds.toReversed() : builds)
  const contenders: (Contender & { home: SimulatorHome })[] = []
  for (const build of inTurn([
    { name: 'the other build', command: other.command, nodeArgs: [] },
    { name: 'this build', command: group.command, nodeArgs: options.nodeArgs },
  ]))
    contenders.push(await startBuild(path, group, build, options))
  if (warmup > 0) await runSlices(load, contenders, { connections, seconds: warmup })
  const slices: Slice[][] = contenders.map(() => [])
  for (let round = 1; round <= rounds; round++) {
    await runSlices(load, contenders, { connections, seconds: unmeasuredSeconds(duration) })
    const done = await runSlices(load, contenders, { connections, seconds: duration })
    progress({ pair: pairs.length + 1, round, slices: done })
    done.forEach((slice, i) => slices[i]!.push(slice))
  }
  for (const { server, home } of contenders) {
    await group.stop(server.process!)
    await group.remove(home.folder)
  }
  const [before, now] = inTurn(contenders.map(({ server }, i) => side(server.name, slices[i]!)))
  return pairOf(before!, now!)
}

async function startBuild(
  path: LoadedPath,
  group: ProcessGroup,
  build: { name: string; command: string; nodeArgs: string[] },
  { cores, store, duration }: PairedRunOptions,
): Promise<Contender & { home: SimulatorHome }> {
  const home = await newHome(group)
  const simulator = await startSimulator(group, {
    ...build,
    home,
    measured: path,
    core: cores.server,
    store,
  })
  const server = { name: build.name, baseUrl: simulator.baseUrl, process: simulator.process }
  const call = callFor(path, await subjectFor(path, simulator))
  return { home, server, call, expected: expectedOf(await record(server.baseUrl, call), duration) }
}

/**
 * Returns the ratios this build / other build, slice by slice; an invalid slice on either side
 * gives none.
 */
export function pairOf(before: Side, now: Side): RunPair {
  const ratios = (of: (slice: Slice) => number | null): number[] =>
    now.slices.flatMap((slice, i) => {
      const [other, own] = [of(before.slices[i]!), of(slice)]
      return other === null || own === null ? [] : [own / other]
    })
  return { before, now, ratios: ratios(speed), cpu_ratios: ratios(requestsPerCpuSecond) }
}
