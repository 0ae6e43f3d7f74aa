import type { Summary } from '../../measure/statistics.ts'
import type { Size } from './rules.ts'

/** One size and its measurements. */
export interface ScreeningFigure extends Size {
  name: string
  /** Evaluations of the whole rule set per CPU second, by round. */
  per_second: number[]
  summary: Summary | null
  /** Cost factor of doubling each dimension up to its limit, by round. Up to 2 is linear. */
  doublings: number[]
  doubling: Summary | null
}
