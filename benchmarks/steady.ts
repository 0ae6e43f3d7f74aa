import type { Load } from './load.ts'
import { type PairResult, type TurnOptions, takeTurns } from './pair.ts'
import type { Contender } from './slice.ts'
import { type Summary, pairRatios, summarize } from './statistics.ts'

/** Both sides at the same rate, which leaves them room: what an answer takes when nobody has to queue for long. */
export interface Steady {
  /** Requests a second: half of the target's most. */
  rate: number
  pair: PairResult
  /** 99th percentile, target by bare, of every round that counts. */
  p99_ratios: number[]
  p99_ratio: Summary | null
}

/** @param measured the same pair at full load; without a figure there is no half of it */
export async function measureSteady(
  load: Load,
  bare: Contender,
  target: Contender,
  measured: PairResult,
  options: TurnOptions,
): Promise<Steady | null> {
  const most = measured.variant.requests_per_second
  if (most === null || most < 2) return null
  const rate = most / 2
  const { progress } = options
  const [pair] = await takeTurns(load, bare, [target], {
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
