import { type Load, startLoad } from '../../load/load.ts'
import { callFor } from '../../load/paths.ts'
import type { Cores } from '../../measure/cores.ts'
import { record } from '../../measure/recording.ts'
import { type Contender, type Slice, expectedOf, runSlices } from '../../measure/slice.ts'
import { summarize } from '../../measure/statistics.ts'
import { type Postgres, openPostgres } from '../../process/postgres.ts'
import type { ProcessGroup } from '../../process/process-group.ts'
import {
  type RunningSimulator,
  newHome,
  startSimulator,
  withSession,
} from '../../process/simulator.ts'
import {
  MEASURED_PATHS,
  type Cost,
  type MeasuredPath,
  type PathCost,
  type ReplicasResult,
  type Spread,
} from './result.ts'

/** Numbers of replicas that get the same load. */
export const COUNTS = [1, 2, 4] as const
/** Paths whose load is spread over replicas. */
export const SPREAD: readonly MeasuredPath[] = ['retrieve', 'create']
/**
 * Share of one replica's peak throughput for the shared load. A request costs up to three times as
 * much on four replicas. Together with the database and the load generator, they must fit on two cores.
 */
const SHARE = 0.25

export interface ReplicasOptions {
  cores: Cores
  rounds: number
  duration: number
  warmup: number
  connections: number
  database: string | undefined
  nodeArgs: string[]
  step: (text: string) => void
}

interface Sample {
  node_us: number
  postgres_us: number
  requests_per_second: number
}

/**
 * Measures the cost of a request on PostgreSQL, relative to the embedded store, and on several
 * replicas. Separate simulators with the embedded store get the same load as the replicas: they show
 * how much of an increase comes from the smaller load of each process.
 */
export async function measureReplicas(
  group: ProcessGroup,
  options: ReplicasOptions,
): Promise<ReplicasResult> {
  const { postgres, process } = await openPostgres(group, options.database)
  const simulators: RunningSimulator[] = []
  try {
    return await measureOn(postgres, group, options, simulators)
  } finally {
    for (const simulator of simulators) await group.stop(simulator.process)
    await postgres.clean()
    if (process) await group.stop(process)
  }
}

/** @param started every simulator that was started, also if a later step fails */
async function measureOn(
  postgres: Postgres,
  group: ProcessGroup,
  options: ReplicasOptions,
  started: RunningSimulator[],
): Promise<ReplicasResult> {
  const { cores, nodeArgs } = options
  const home = await newHome(group)
  const start = async (name: string, store: { database?: string }): Promise<RunningSimulator> => {
    const simulator = await startSimulator(group, {
      measured: name,
      name,
      core: cores.server,
      store: 'disk',
      nodeArgs,
      ...(store.database === undefined ? {} : { home, ...store }),
    })
    started.push(simulator)
    return simulator
  }
  const embedded: RunningSimulator[] = []
  const replicas: RunningSimulator[] = []
  for (let no = 1; no <= Math.max(...COUNTS); no++) {
    embedded.push(await start(`embedded ${no}`, {}))
    replicas.push(await start(`replica ${no}`, { database: postgres.url }))
  }
  const bench = new Bench(startLoad(group, cores.load), postgres, options)
  const costs: PathCost[] = []
  const spreads: Spread[] = []
  const subject = await withSession(replicas[0]!)
  const ownSubjects: Subject[] = []
  for (const simulator of embedded) ownSubjects.push(await withSession(simulator))
  for (const path of MEASURED_PATHS) {
    const sharing = await bench.contenders(path, replicas, subject)
    const separate: Contender[] = []
    for (const [i, simulator] of embedded.entries())
      separate.push(...(await bench.contenders(path, [simulator], ownSubjects[i]!)))
    const [alone, shared] = await bench.inTurns(`${path} at full load`, [
      { contenders: separate.slice(0, 1) },
      { contenders: sharing.slice(0, 1) },
    ])
    costs.push({ path, sqlite: alone!, postgres: shared! })
    if (!SPREAD.includes(path) || !shared) continue
    await bench.warmUp(path, [...separate.slice(1), ...sharing.slice(1)])
    const rate = Math.round(shared.requests_per_second.median * SHARE)
    const found = await bench.inTurns(
      `${path} at ${rate} requests a second`,
      COUNTS.flatMap((count) => [
        { contenders: sharing.slice(0, count), rate },
        { contenders: separate.slice(0, count), rate },
      ]),
    )
    const counts = COUNTS.map((count, i) => ({
      count,
      sharing: found[2 * i]!,
      separate: found[2 * i + 1]!,
    }))
    spreads.push({ path, rate, counts })
  }
  return { server: postgres.about, costs, spreads, invalid: bench.invalid }
}

type Subject = Parameters<typeof callFor>[1]

interface Turn {
  contenders: Contender[]
  rate?: number
}

class Bench {
  readonly invalid: string[] = []
  #load: Load
  #postgres: Postgres
  #options: ReplicasOptions

  constructor(load: Load, postgres: Postgres, options: ReplicasOptions) {
    this.#load = load
    this.#postgres = postgres
    this.#options = options
  }

  async contenders(
    path: MeasuredPath,
    simulators: RunningSimulator[],
    subject: Subject,
  ): Promise<Contender[]> {
    const call = callFor(path, subject)
    const { baseUrl } = simulators[0]!
    const expected = expectedOf(await record(baseUrl, call), this.#options.duration)
    return simulators.map(({ process, baseUrl }) => ({
      server: { name: process.name, baseUrl, process },
      call,
      expected,
    }))
  }

  /**
   * Loads each of these servers for as long as the first one was loaded before. Otherwise V8 would
   * have compiled less of their code, and a request would cost more there.
   */
  async warmUp(path: MeasuredPath, contenders: Contender[]): Promise<void> {
    const { rounds, warmup, duration, step } = this.#options
    if (warmup === 0) return
    for (const contender of contenders) {
      await this.#slice({ contenders: [contender] }, warmup + rounds * duration)
      step(`${path} at full load: warm-up, ${contender.server.name}`)
    }
  }

  /** Loads each server in turn, `rounds` times. Returns null for a server with fewer than half of its rounds. */
  async inTurns(title: string, turns: Turn[]): Promise<(Cost | null)[]> {
    const { rounds, warmup, duration, step } = this.#options
    const samples = turns.map((): Sample[] => [])
    for (let round = warmup > 0 ? 0 : 1; round <= rounds; round++) {
      for (const [i, turn] of turns.entries()) {
        const { contenders } = turn
        const sample = await this.#slice(turn, round === 0 ? warmup : duration)
        const names = `${contenders[0]!.server.name}${contenders.length > 1 ? ` to ${contenders.length}` : ''}`
        const which = round === 0 ? 'warm-up' : `round ${round} of ${rounds}`
        const text = `${title}: ${which}, ${names}`
        if (typeof sample === 'string') this.invalid.push(`${text}: ${sample}`)
        else if (round > 0) samples[i]!.push(sample)
        step(text + (typeof sample === 'string' ? ` INVALID: ${sample}` : ''))
      }
    }
    return samples.map((all) => (all.length * 2 >= rounds ? costOf(all) : null))
  }

  /** @returns the problem of an invalid slice */
  async #slice({ contenders, rate }: Turn, seconds: number): Promise<Sample | string> {
    const before = this.#postgres.cpuSeconds()
    const slices = await runSlices(this.#load, contenders, {
      connections: Math.ceil(this.#options.connections / contenders.length),
      seconds,
      ...(rate !== undefined && { rate: rate / contenders.length }),
    })
    const used = this.#postgres.cpuSeconds() - before
    const problem = slices.find((slice) => slice.problem !== null)?.problem
    if (problem !== undefined) return problem!
    const sum = (of: (slice: Slice) => number): number =>
      slices.reduce((total, slice) => total + of(slice), 0)
    const requests = sum((slice) => slice.requests)
    return {
      node_us: (sum((slice) => slice.server_cpu_seconds ?? NaN) * 1e6) / requests,
      postgres_us: (used * 1e6) / requests,
      requests_per_second: sum((slice) => slice.requests_per_second),
    }
  }
}

function costOf(samples: Sample[]): Cost {
  const of = (name: keyof Sample) => summarize(samples.map((sample) => sample[name]))!
  return {
    node: of('node_us'),
    postgres: of('postgres_us'),
    requests_per_second: of('requests_per_second'),
  }
}
