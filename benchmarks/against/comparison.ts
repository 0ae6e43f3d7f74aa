import type { PairedRun } from './paired-run.ts'
import { speed, requestsPerCpuSecond } from '../measure/pair.ts'

export type ChangeVerdict = 'regression' | 'improvement' | 'noise' | 'unsure'

/** Change of a figure, with its statistical evidence. */
export interface Change {
  /** As a fraction: -0.1 is 10% less. */
  change: number
  /** 95% confidence interval of the change. */
  interval: [low: number, high: number]
  /** p-value: probability of such a difference between equal builds. */
  p: number
  /** The smallest change that counts. */
  least: number
}

/** One figure of one path, for both builds. */
export interface Comparison extends Change {
  path: string
  figure: 'requests per second' | 'requests per CPU second'
  before: number
  now: number
  /** Number of process pairs. */
  samples: number
  word: ChangeVerdict
}

export interface ComparisonResult {
  /** Display name of the other build. */
  with: string
  comparisons: Comparison[]
  /** Limits of comparability, and reasons for uncertainty. */
  remarks: string[]
  /** Raw samples of builds that were under load concurrently. */
  pairedRuns: PairedRun[]
}

/** Compared figures of a path: its ratios, and the slice figure that they are computed from. */
export const FIGURES = [
  { figure: 'requests per second', ratios: 'ratios', of: speed },
  { figure: 'requests per CPU second', ratios: 'cpu_ratios', of: requestsPerCpuSecond },
] as const

export const MIN_CHANGE = 0.05
/** The smallest change that a comparison should detect. */
const DETECTABLE_CHANGE = 0.1
const SIGNIFICANCE_LEVEL = 0.05

/**
 * A change is reported if it exceeds every difference between equal builds, its confidence interval
 * excludes zero, and its p-value is small: each criterion alone gives false positives. "No change"
 * requires that a 10% change is ruled out; otherwise the verdict is unknown.
 */
export function changeVerdict({ change, interval: [low, high], p, least }: Change): ChangeVerdict {
  // Compare factors: 0.5 is as far from 1 as 2.
  if (factorOf(1 + change) >= 1 + least && p < SIGNIFICANCE_LEVEL && (low > 0 || high < 0))
    return change < 0 ? 'regression' : 'improvement'
  return Math.max(least, -low, high) > DETECTABLE_CHANGE ? 'unsure' : 'noise'
}

/** Returns the distance of a ratio from 1 as a factor, in either direction. */
function factorOf(ratio: number): number {
  return Math.max(ratio, 1 / ratio)
}
