import type { Load } from '../load/load.ts'
import { type PairResult, type InterleavedOptions, measureInterleaved } from './pair.ts'
import type { Contender } from './slice.ts'
import { type Summary, pairRatios, summarize } from './statistics.ts'

/** Latency with both sides at the same rate, below saturation. */
export interface Steady {
  /** Requests per second: 50% of the target's peak throughput. */
  rate: number
  pair: PairResult
  /** p99 latency, target / bare, of every valid round. */
  p99_ratios: number[]
  p99_ratio: Summary | null
}

/** @param measured the same pair at full load; gives the peak throughput */
export async function measureSteady(
  load: Load,
  bare: Contender,
  target: Contender,
  measured: PairResult,
  options: InterleavedOptions,
): Promise<Steady | null> {
  const most = measured.variant.requests_per_second
  if (most === null || most < 2) return null
  const rate = most / 2
  const { progress } = options
  const [pair] = await measureInterleaved(load, bare, [target], {
    ...options,
    rate,
    warmup: 0,
    progress: (step) => progress({ ...step, server: `${step.server} at ${Math.round(rate)}/s` }),
  })
  const p99s = (contender: 'baseline' | 'variant') =>
    pair![contender].slices.map(({ problem, p99_ms }) => (problem === null ? p99_ms : null))
  const p99_ratios = pairRatios(p99s('baseline'), p99s('variant'))
  return { rate, pair: pair!, p99_ratios, p99_ratio: summarize(p99_ratios) }
}
