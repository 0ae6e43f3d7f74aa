import { median } from '../statistics.ts'

/** Random numbers in [0, 1) that are the same each time: a comparison of the same files has one result. */
export function seeded(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

const RESAMPLES = 4000
const CONFIDENCE = 0.95

/** Percentile bootstrap: where a statistic of the samples lies, drawn anew with repetition again and again. */
export function bootstrap(
  samples: readonly number[][],
  statistic: (drawn: number[][]) => number,
): [low: number, high: number] {
  const random = seeded(1)
  const draw = (values: readonly number[]): number[] =>
    values.map(() => values[Math.floor(random() * values.length)]!)
  const results = Array.from({ length: RESAMPLES }, () => statistic(samples.map(draw))).sort(
    (a, b) => a - b,
  )
  const tail = Math.floor(((1 - CONFIDENCE) / 2) * RESAMPLES)
  return [results[tail]!, results[RESAMPLES - 1 - tail]!]
}

/** By how much the median has changed, as a share, with its interval. */
export function medianChange(
  before: number[],
  now: number[],
): { change: number; interval: [low: number, high: number] } {
  return {
    change: median(now) / median(before) - 1,
    interval: bootstrap([before, now], ([a, b]) => median(b!) / median(a!) - 1),
  }
}

/**
 * Mann-Whitney, two-sided and exact: how often an order as uneven as this one, or more so, comes about when both samples are
 * of one kind. Ties count half, which makes it a little too careful.
 */
export function mannWhitney(a: readonly number[], b: readonly number[]): number {
  const wins = a.reduce(
    (sum, x) => sum + b.reduce((inner, y) => inner + (x > y ? 1 : x === y ? 0.5 : 0), 0),
    0,
  )
  const extreme = Math.min(wins, a.length * b.length - wins)
  if (a.length * b.length > MOST_EXACT) return byNormal(extreme, a.length, b.length)
  const ways = orders(a.length, b.length)
  const total = ways.reduce((sum, count) => sum + count, 0)
  const asUneven = ways.slice(0, Math.ceil(extreme) + 1).reduce((sum, count) => sum + count, 0)
  return Math.min(1, (2 * asUneven) / total)
}

/** Beyond this the exact distribution takes long to count and is a normal one to many places. */
const MOST_EXACT = 900

/** With the correction for continuity; the tail after Abramowitz and Stegun, 26.2.17, good to seven places. */
function byNormal(wins: number, a: number, b: number): number {
  const z = Math.max(0, (a * b) / 2 - wins - 0.5) / Math.sqrt((a * b * (a + b + 1)) / 12)
  const s = 1 / (1 + 0.2316419 * z)
  const polynomial =
    s * (0.31938153 + s * (-0.356563782 + s * (1.781477937 + s * (-1.821255978 + s * 1.330274429))))
  return Math.min(1, (2 * Math.exp((-z * z) / 2) * polynomial) / Math.sqrt(2 * Math.PI))
}

/** For each number of wins, in how many orders of two samples the first one has it. */
function orders(a: number, b: number): number[] {
  // ways[j] for the first i of a: the largest of all is either in a (and beats all j of b) or in b.
  let ways: number[][] = Array.from({ length: b + 1 }, () => [1])
  for (let i = 1; i <= a; i++) {
    const next: number[][] = [[1]]
    for (let j = 1; j <= b; j++) {
      const sum = Array.from({ length: i * j + 1 }, () => 0)
      ways[j]!.forEach((count, wins) => {
        sum[wins + j]! += count
      })
      next[j - 1]!.forEach((count, wins) => {
        sum[wins]! += count
      })
      next.push(sum)
    }
    ways = next
  }
  return ways[b]!
}
