/** Summary of a series of ratios: median and spread. */
export interface Summary {
  median: number
  min: number
  max: number
  count: number
}

/** @throws {RangeError} if there are no values */
export function median(values: readonly number[]): number {
  if (values.length === 0) throw new RangeError('expected at least one value for a median')
  const sorted = [...values].sort((a, b) => a - b)
  const half = sorted.length >> 1
  return sorted.length % 2 === 1 ? sorted[half]! : (sorted[half - 1]! + sorted[half]!) / 2
}

/** Returns null if there are no values. */
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
 * Divides each variant slice by the mean of the two adjacent baseline slices, which cancels linear
 * drift. A round with an invalid slice (null) gives no ratio.
 * @param baseline `among` slices per round, one before each variant slice, and a last one
 * @param among number of interleaved variants
 * @param place index of this one, from 0
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

/** Returns whether a ratio is no further from 1 than the noise between equal servers. */
export function withinNoise(ratio: number, band: Summary): boolean {
  return ratio >= Math.min(band.min, 1) && ratio <= Math.max(band.max, 1)
}
