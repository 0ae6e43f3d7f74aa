/** What is said of a series of ratios: its middle and how far it spreads. */
export interface Summary {
  median: number
  min: number
  max: number
  count: number
}

/** @throws {RangeError} if there is nothing to take the middle of */
export function median(values: readonly number[]): number {
  if (values.length === 0) throw new RangeError('median of no values')
  const sorted = [...values].sort((a, b) => a - b)
  const half = sorted.length >> 1
  return sorted.length % 2 === 1 ? sorted[half]! : (sorted[half - 1]! + sorted[half]!) / 2
}

/** null where there is nothing to summarize. */
export function summarize(values: readonly number[]): Summary | null {
  if (values.length === 0) return null
  return {
    median: median(values),
    min: Math.min(...values),
    max: Math.max(...values),
    count: values.length,
  }
}

/**
 * Each variant slice against the mean of the two baseline slices beside it, so that a machine that slowly gets faster
 * or slower changes no ratio. A round with an invalid slice (null) gives none.
 * @param baseline as many before each variant slice as `among` says, and one after the last
 * @param among how many variants take turns
 * @param place which of them this one is, from 0
 */
export function pairRatios(
  baseline: readonly (number | null)[],
  variant: readonly (number | null)[],
  among = 1,
  place = 0,
): number[] {
  const expected = variant.length * among + 1
  if (baseline.length !== expected) {
    throw new RangeError(
      `expected ${expected} baseline slices around ${variant.length}, got ${baseline.length}`,
    )
  }
  return variant.flatMap((value, round) => {
    const before = baseline[round * among + place] ?? null
    const after = baseline[round * among + place + 1] ?? null
    return value === null || before === null || after === null
      ? []
      : [value / ((before + after) / 2)]
  })
}

/** Whether a ratio is no further from one than the baseline was from itself. */
export function withinNoise(ratio: number, band: Summary): boolean {
  return ratio >= Math.min(band.min, 1) && ratio <= Math.max(band.max, 1)
}
