import type { Cores } from '../cores.ts'
import { type Load, startLoad } from '../load.ts'
import { type Side, leadIn, side, speed, thrift } from '../pair.ts'
import { type LoadedPath, callFor } from '../paths.ts'
import { record } from '../recording.ts'
import {
  type SimulatorHome,
  type StoreKind,
  newHome,
  startSimulator,
  subjectFor,
} from '../simulator.ts'
import { type Contender, type Slice, expectedOf, runSlices } from '../slice.ts'
import type { Stage } from '../stage.ts'
import type { Build } from './build.ts'
import { isPrecise } from './judge.ts'

/** Two processes, one of each build, that were under load at the same time. */
export interface DuetPair {
  before: Side
  now: Side
  /** Requests a second, this build by the other, of every slice that counts. */
  ratios: number[]
  /** The same of requests for a second of the server's processor time. */
  cpu_ratios: number[]
}

export interface Duet {
  path: LoadedPath
  pairs: DuetPair[]
}

export interface DuetOptions {
  other: Build
  /** The most pairs of processes; fewer are taken where that is enough. */
  pairs: number
  cores: Cores
  store: StoreKind
  /** Slices of a pair. */
  rounds: number
  /** Seconds of a slice. */
  duration: number
  /** Seconds of load before the first slice. */
  warmup: number
  /** Of both together. */
  connections: number
  /** For this build's Node. */
  nodeArgs: string[]
  progress: (step: { pair: number; round: number; slices: Slice[] }) => void
}

/**
 * This build and another one, both under load at the same time on the same core: whatever the machine does, it does to both
 * within milliseconds (Bulej et al., Duet Benchmarking, ICPE 2020). Pair after pair of new processes, until it is known how far
 * they are apart: equal ones differ by what V8 makes of them, so that one pair tells little, however long it runs.
 */
export async function measureDuet(
  path: LoadedPath,
  stage: Stage,
  options: DuetOptions,
): Promise<Duet> {
  const load = startLoad(stage, options.cores.load)
  const duet: Duet = { path, pairs: [] }
  while (duet.pairs.length < options.pairs && !isPrecise(duet))
    duet.pairs.push(await measurePair(duet, load, stage, options))
  await stage.stop(load.process)
  return duet
}

async function measurePair(
  { path, pairs }: Duet,
  load: Load,
  stage: Stage,
  options: DuetOptions,
): Promise<DuetPair> {
  const { other, rounds, duration, warmup, progress } = options
  const connections = Math.max(1, Math.round(options.connections / 2))
  // Who is started first, and asked first, may have an advantage: each has it every second time.
  const inTurn = <T>(builds: T[]): T[] => (pairs.length % 2 === 1 ? builds.toReversed() : builds)
  const contenders: (Contender & { home: SimulatorHome })[] = []
  for (const build of inTurn([
    { name: 'the other build', command: other.command, nodeArgs: [] },
    { name: 'this build', command: stage.command, nodeArgs: options.nodeArgs },
  ]))
    contenders.push(await startBuild(path, stage, build, options))
  if (warmup > 0) await runSlices(load, contenders, { connections, seconds: warmup })
  const slices: Slice[][] = contenders.map(() => [])
  for (let round = 1; round <= rounds; round++) {
    await runSlices(load, contenders, { connections, seconds: leadIn(duration) })
    const done = await runSlices(load, contenders, { connections, seconds: duration })
    progress({ pair: pairs.length + 1, round, slices: done })
    done.forEach((slice, i) => slices[i]!.push(slice))
  }
  for (const { server, home } of contenders) {
    await stage.stop(server.process!)
    await stage.remove(home.folder)
  }
  const [before, now] = inTurn(contenders.map(({ server }, i) => side(server.name, slices[i]!)))
  return pairOf(before!, now!)
}

async function startBuild(
  path: LoadedPath,
  stage: Stage,
  build: { name: string; command: string; nodeArgs: string[] },
  { cores, store, duration }: DuetOptions,
): Promise<Contender & { home: SimulatorHome }> {
  const home = await newHome(stage)
  const simulator = await startSimulator(stage, {
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

/** Slice by slice, this build by the other: a slice that is invalid on one side gives no ratio. */
export function pairOf(before: Side, now: Side): DuetPair {
  const ratios = (of: (slice: Slice) => number | null): number[] =>
    now.slices.flatMap((slice, i) => {
      const [other, own] = [of(before.slices[i]!), of(slice)]
      return other === null || own === null ? [] : [own / other]
    })
  return { before, now, ratios: ratios(speed), cpu_ratios: ratios(thrift) }
}
