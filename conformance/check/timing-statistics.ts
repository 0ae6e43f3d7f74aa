/** An estimate with its 95% confidence interval. */
export interface Estimate {
  value: number
  low: number
  high: number
}

export interface TimeDifference {
  /**
   * How much slower the second request is, in milliseconds: the median of the differences within
   * each round.
   */
  shift: Estimate
  /**
   * Cliff's delta: how often the second of a random pair is slower, minus how often it is faster.
   * From -1 to 1; 0 is no difference, and below about 0.15 it is negligible.
   */
  delta: Estimate
  rounds: number
}

const RESAMPLES = 1000

/**
 * Estimates the difference between the response times of two requests. Each round holds one time of either, measured
 * close together, so that machine noise affects both. Intervals by bootstrap over rounds.
 * @param random in [0, 1)
 */
export function timeDifference(
  reference: readonly number[],
  other: readonly number[],
  random: () => number,
): TimeDifference {
  const rounds = Math.min(reference.length, other.length)
  const pairs = Array.from({ length: rounds }, (_, i) => ({ a: reference[i]!, b: other[i]! }))
  const resampled = Array.from({ length: RESAMPLES }, () =>
    pairs.map(() => pairs[Math.floor(random() * rounds)]!),
  )
  const estimate = (of: (sample: readonly { a: number; b: number }[]) => number): Estimate => {
    const values = resampled.map(of).sort((x, y) => x - y)
    return {
      value: of(pairs),
      low: values[Math.floor(RESAMPLES * 0.025)]!,
      high: values[Math.floor(RESAMPLES * 0.975)]!,
    }
  }
  return {
    shift: estimate((sample) => median(sample.map(({ a, b }) => b - a))),
    delta: estimate((sample) =>
      cliffsDelta(
        sample.map(({ a }) => a),
        sample.map(({ b }) => b),
      ),
    ),
    rounds,
  }
}

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((x, y) => x - y)
  const middle = sorted.length >> 1
  return sorted.length % 2 === 1 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2
}

export function cliffsDelta(reference: readonly number[], other: readonly number[]): number {
  let sum = 0
  for (const b of other) for (const a of reference) sum += Math.sign(b - a)
  return sum / (reference.length * other.length)
}

/** Formats the comparison in one line for a report. */
export function describeDifference({ shift, delta, rounds }: TimeDifference): string {
  const signed = (value: number, digits: number): string =>
    (value < 0 ? '' : '+') + value.toFixed(digits)
  const format = ({ value, low, high }: Estimate, digits: number): string =>
    `${signed(value, digits)} (95%: ${signed(low, digits)} to ${signed(high, digits)})`
  return `${format(shift, 3)} ms, Cliff's delta ${format(delta, 2)}, ${rounds} rounds`
}
