import type { Load } from '../load/load.ts'
import { type Contender, type Slice, runSlice } from './slice.ts'
import { type Summary, median, pairRatios, summarize } from './statistics.ts'

export interface InterleavedOptions {
  rounds: number
  /** Seconds per slice. */
  duration: number
  /** Seconds of load on each side before the first valid slice. */
  warmup: number
  connections: number
  /** Requests per second for each side; without it as many as possible. */
  rate?: number | undefined
  /** Called after every slice. */
  progress: (step: SliceProgress) => void
}

export interface SliceProgress {
  server: string
  /** From 1; 0 during warm-up. */
  round: number
  slice: Slice
}

export interface Side {
  name: string
  slices: Slice[]
  /** Medians of the valid slices; null if there are none. */
  requests_per_second: number | null
  p99_ms: number | null
  /** Server CPU seconds per second of load: 1 is a whole core. */
  server_busy: number | null
  /** The same for the load generator. */
  load_busy: number | null
}

export interface PairResult {
  baseline: Side
  variant: Side
  /** Requests per second, variant / baseline, of every valid round. */
  ratios: number[]
  ratio: Summary | null
  /**
   * Requests per server CPU second, variant / baseline: the value of `ratio` if only the servers
   * limited throughput.
   */
  cpu_ratios: number[]
  cpu_ratio: Summary | null
  /** Problems by slice. */
  invalid: string[]
}

/**
 * Interleaves baseline and variants: a baseline slice before and after each variant slice; never
 * two under load at once.
 * @returns each variant relative to the baseline, in order
 */
export async function measureInterleaved(
  load: Load,
  baseline: Contender,
  variants: Contender[],
  options: InterleavedOptions,
): Promise<PairResult[]> {
  const { rounds, duration, warmup, connections, rate, progress } = options
  const slice = async (contender: Contender, round: number, seconds: number): Promise<Slice> => {
    const part = { connections, rate, paths: contender.paths?.() }
    await runSlice(load, contender, { ...part, seconds: unmeasuredSeconds(seconds) })
    const done = await runSlice(load, contender, { ...part, seconds })
    progress({ server: contender.server.name, round, slice: done })
    return done
  }
  for (const contender of [baseline, ...variants]) if (warmup > 0) await slice(contender, 0, warmup)
  const baselines = [await slice(baseline, 1, duration)]
  const slices: Slice[][] = variants.map(() => [])
  for (let round = 1; round <= rounds; round++) {
    for (const [i, variant] of variants.entries()) {
      slices[i]!.push(await slice(variant, round, duration))
      baselines.push(await slice(baseline, round, duration))
    }
  }
  const shared = side(baseline.server.name, baselines)
  return variants.map(({ server }, i) =>
    comparePair(shared, side(server.name, slices[i]!), variants.length, i),
  )
}

/**
 * Returns the unmeasured load before each slice. The baseline runs every second slice and the
 * variants wait longer; without this load they would be colder, and equal servers would differ.
 */
export function unmeasuredSeconds(seconds: number): number {
  return Math.max(0.1, seconds / 5)
}

/**
 * @param among number of variants that share the baseline's slices
 * @param place index of this one, from 0
 */
export function comparePair(baseline: Side, variant: Side, among = 1, place = 0): PairResult {
  const ratios = pairRatios(baseline.slices.map(speed), variant.slices.map(speed), among, place)
  const cpu_ratios = pairRatios(
    baseline.slices.map(requestsPerCpuSecond),
    variant.slices.map(requestsPerCpuSecond),
    among,
    place,
  )
  return {
    baseline,
    variant,
    ratios,
    ratio: summarize(ratios),
    cpu_ratios,
    cpu_ratio: summarize(cpu_ratios),
    invalid: [baseline, variant].flatMap(problemsOf),
  }
}

/** Returns the problems by slice. */
export function problemsOf({ name, slices }: Side): string[] {
  return slices.flatMap(({ problem }, i) =>
    problem === null ? [] : [`${name}, slice ${i + 1}: ${problem}`],
  )
}

export function side(name: string, slices: Slice[]): Side {
  const valid = slices.filter(({ problem }) => problem === null)
  const busy = valid.flatMap(({ server_cpu_seconds: cpu, seconds }) =>
    cpu === null ? [] : [cpu / seconds],
  )
  return {
    name,
    slices,
    requests_per_second: middle(valid.map(({ requests_per_second }) => requests_per_second)),
    p99_ms: middle(valid.map(({ p99_ms }) => p99_ms)),
    server_busy: middle(busy),
    load_busy: middle(valid.map(({ load_cpu_seconds, seconds }) => load_cpu_seconds / seconds)),
  }
}

function middle(values: number[]): number | null {
  return values.length === 0 ? null : median(values)
}

export function speed({ problem, requests_per_second }: Slice): number | null {
  return problem === null ? requests_per_second : null
}

export function requestsPerCpuSecond({
  problem,
  requests,
  server_cpu_seconds,
}: Slice): number | null {
  return problem === null && server_cpu_seconds ? requests / server_cpu_seconds : null
}

/** Returns whether at least half of a pair's rounds are valid. */
export function isMeasured({ ratios, variant }: Pick<PairResult, 'ratios' | 'variant'>): boolean {
  return ratios.length > 0 && ratios.length * 2 >= variant.slices.length
}
