import type { Duet } from '../duet/measure.ts'
import { speed, thrift } from '../pair.ts'

export type Word = 'regression' | 'improvement' | 'noise' | 'unsure'

/** How far a figure has moved, and what speaks for it. */
export interface Change {
  /** As a share: -0.1 is ten percent less. */
  change: number
  /** Where the change lies, with 95% confidence. */
  interval: [low: number, high: number]
  /** How often equals would differ so. */
  p: number
  /** The smallest change that is called one: five percent, or what equals showed. */
  least: number
}

/** One figure of one path, then and now: ratios to the bare server of their own run, or of both builds at once. */
export interface Comparison extends Change {
  path: string
  figure: 'requests a second' | 'requests by processor time'
  before: number
  now: number
  /** Pairs of processes, or rounds of the shorter run. */
  samples: number
  word: Word
}

export interface ComparisonResult {
  /** What this build was compared with, in words. */
  with: string
  comparisons: Comparison[]
  /** What makes the two less than comparable, or the word uncertain. */
  remarks: string[]
  /** Raw samples of builds that were under load at once. */
  duets: Duet[]
}

/** What is compared of a path: its ratios, and the figure of a slice that they are made of. */
export const FIGURES = [
  { figure: 'requests a second', ratios: 'ratios', of: speed },
  { figure: 'requests by processor time', ratios: 'cpu_ratios', of: thrift },
] as const

export const LEAST_CHANGE = 0.05
/** What a comparison should be able to tell from nothing. */
const WORTH_TELLING = 0.1
const UNLIKELY = 0.05

/**
 * A change that is worth a word is as large as any that equals show, its interval lies on one side of none, and the
 * order of the samples is hardly chance: each alone is fooled by something. Where there is none, a tenth must be ruled out;
 * else nobody knows.
 */
export function wordFor({ change, interval: [low, high], p, least }: Change): Word {
  // By factors, so that half as fast is as far as twice as fast.
  if (factorOf(1 + change) >= 1 + least && p < UNLIKELY && (low > 0 || high < 0))
    return change < 0 ? 'regression' : 'improvement'
  return Math.max(least, -low, high) > WORTH_TELLING ? 'unsure' : 'noise'
}

/** How far a ratio is from one, whichever way. */
export function factorOf(ratio: number): number {
  return Math.max(ratio, 1 / ratio)
}
