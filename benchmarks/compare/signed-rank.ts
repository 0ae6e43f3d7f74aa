import { median } from '../statistics.ts'

const CONFIDENCE = 0.95

export interface Location {
  /** Hodges and Lehmann: the median of the means of all pairs of values, each with itself too. */
  estimate: number
  interval: [low: number, high: number]
  /** Wilcoxon's signed ranks, two-sided and exact: how often values around zero would lie so far on one side. */
  p: number
}

/**
 * Where values lie that are symmetric about something, by what follows from their ranks alone: a wild value moves the estimate little, and of a
 * dozen values not the interval either.
 * @throws {RangeError} for fewer than six values, of which no interval has that confidence
 */
export function signedRank(values: readonly number[]): Location {
  const means = values
    .flatMap((a, i) => values.slice(i).map((b) => (a + b) / 2))
    .sort((a, b) => a - b)
  const orders = 2 ** values.length
  let upTo = 0
  const tails = rankSums(values.length).map((ways) => {
    upTo += ways
    return upTo / orders
  })
  const outside = tails.filter((tail) => tail <= (1 - CONFIDENCE) / 2).length
  if (outside === 0) throw new RangeError(`${values.length} values give no interval: six do`)
  const above = means.reduce((sum, mean) => sum + (mean > 0 ? 1 : mean === 0 ? 0.5 : 0), 0)
  return {
    estimate: median(means),
    interval: [means[outside - 1]!, means[means.length - outside]!],
    p: Math.min(1, 2 * tails[Math.ceil(Math.min(above, means.length - above))]!),
  }
}

/** For each sum, how many choices of the ranks 1 to n have it. */
function rankSums(n: number): number[] {
  let ways = [1]
  for (let rank = 1; rank <= n; rank++) {
    ways = Array.from(
      { length: ways.length + rank },
      (_, sum) => (ways[sum] ?? 0) + (ways[sum - rank] ?? 0),
    )
  }
  return ways
}
