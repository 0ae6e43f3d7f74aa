import type { Load } from './load.ts'
import type { Call } from './paths.ts'
import { type Server, type Slice, runSlice } from './slice.ts'
import { type Summary, median, pairRatios, summarize } from './statistics.ts'

export interface PairOptions {
  rounds: number
  /** Seconds of a slice. */
  duration: number
  /** Seconds of load on each side before the first slice that counts. */
  warmup: number
  connections: number
  wireBytes: number
  /** Told of every slice. */
  progress: (step: PairStep) => void
}

export interface PairStep {
  server: string
  /** From one; 0 while warming up. */
  round: number
  slice: Slice
}

export interface Side {
  name: string
  slices: Slice[]
  /** Medians of the slices that count; null when none does. */
  requests_per_second: number | null
  p99_ms: number | null
  /** Processor time in a second of load: 1 is a whole core. */
  server_busy: number | null
  /** The same of the process that makes the load. */
  load_busy: number | null
}

export interface PairResult {
  baseline: Side
  variant: Side
  /** Requests a second, variant by baseline, of every round that counts. */
  ratios: number[]
  ratio: Summary | null
  /**
   * The same of requests for a second of the server's processor time: what `ratio` would be if nothing but the servers
   * held the load back.
   */
  cpu_ratios: number[]
  cpu_ratio: Summary | null
  /** What was wrong, slice by slice. */
  invalid: string[]
}

/** Baseline and variant in turn, with a baseline slice at both ends; never both under load at a time. */
export async function measurePair(load: Load, baseline: Server, variant: Server, call: Call, options: PairOptions):
  Promise<PairResult> {
  const { rounds, duration, warmup, progress } = options
  const slice = async (server: Server, round: number, seconds: number): Promise<Slice> => {
    const done = await runSlice(load, server, call, { ...options, seconds })
    progress({ server: server.name, round, slice: done })
    return done
  }
  for (const server of [baseline, variant]) if (warmup > 0) await slice(server, 0, warmup)
  const baselines = [await slice(baseline, 1, duration)]
  const variants: Slice[] = []
  for (let round = 1; round <= rounds; round++) {
    variants.push(await slice(variant, round, duration))
    baselines.push(await slice(baseline, round, duration))
  }
  return comparePair(side(baseline.name, baselines), side(variant.name, variants))
}

export function comparePair(baseline: Side, variant: Side): PairResult {
  const ratios = pairRatios(baseline.slices.map(speed), variant.slices.map(speed))
  const cpu_ratios = pairRatios(baseline.slices.map(thrift), variant.slices.map(thrift))
  return {
    baseline, variant, ratios, ratio: summarize(ratios), cpu_ratios, cpu_ratio: summarize(cpu_ratios),
    invalid: [baseline, variant].flatMap(({ name, slices }) =>
      slices.flatMap(({ problem }, i) => problem === null ? [] : [`${name}, slice ${i + 1}: ${problem}`])),
  }
}

export function side(name: string, slices: Slice[]): Side {
  const valid = slices.filter(({ problem }) => problem === null)
  const busy = valid.flatMap(({ server_cpu_seconds: cpu, seconds }) => cpu === null ? [] : [cpu / seconds])
  return {
    name, slices,
    requests_per_second: middle(valid.map(({ requests_per_second }) => requests_per_second)),
    p99_ms: middle(valid.map(({ p99_ms }) => p99_ms)),
    server_busy: middle(busy),
    load_busy: middle(valid.map(({ load_cpu_seconds, seconds }) => load_cpu_seconds / seconds)),
  }
}

function middle(values: number[]): number | null {
  return values.length === 0 ? null : median(values)
}

function speed({ problem, requests_per_second }: Slice): number | null {
  return problem === null ? requests_per_second : null
}

function thrift({ problem, requests, server_cpu_seconds }: Slice): number | null {
  return problem === null && server_cpu_seconds ? requests / server_cpu_seconds : null
}
