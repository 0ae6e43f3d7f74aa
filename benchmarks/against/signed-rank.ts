import { median } from '../measure/statistics.ts'

const CONFIDENCE = 0.95

export interface Location {
  /**
   * Hodges-Lehmann estimate: the median of the means of all pairs of values, including each value
   * with itself.
   */
  estimate: number
  interval: [low: number, high: number]
  /** p-value of Wilcoxon's signed-rank test, two-sided and exact, for symmetry around zero. */
  p: number
}

/**
 * Estimates the location of symmetrically distributed values from their ranks: robust against
 * outliers.
 * @throws {RangeError} for fewer than six values, which cannot give 95% confidence
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
  if (outside === 0)
    throw new RangeError(
      `expected six or more values for a confidence interval, got ${values.length}`,
    )
  const above = means.reduce((sum, mean) => sum + (mean > 0 ? 1 : mean === 0 ? 0.5 : 0), 0)
  return {
    estimate: median(means),
    interval: [means[outside - 1]!, means[means.length - outside]!],
    p: Math.min(1, 2 * tails[Math.ceil(Math.min(above, means.length - above))]!),
  }
}

/** Counts, for each sum, the subsets of the ranks 1 to n with that sum. */
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
