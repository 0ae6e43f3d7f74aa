import type { Check } from '../check/check.ts'
import type { CheckResult, RunReport } from '../run/result.ts'
import type { Target } from '../target/target.ts'

/** Hears of a run as it goes. What it writes goes through a redacting `Sink`. */
export interface Reporter {
  started?(target: Target, checks: number): void
  /** As it begins; several may be under way. */
  checking?(check: Check): void
  /** In the order of the checks. */
  checked?(result: CheckResult, number: number): void
  finished?(report: RunReport): void | Promise<void>
}

/** Where a report is written. */
export type Sink = (text: string) => void
