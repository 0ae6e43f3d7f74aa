import type { CheckResult, RunReport } from '../run/result.ts'

/** The target, as a report names it. */
export interface Judged {
  name: string
  regions: Readonly<Record<string, { baseUrl: string }>>
}

/** Receives the events of a run. Its output goes through a redacting `Sink`. */
export interface Reporter {
  started?(target: Judged, checks: number): void
  /** Called when a check begins; several can run at once. */
  checking?(check: { id: string }): void
  /** Called before each step of a check that can take long. */
  doing?(label: string): void
  /** Called before the run waits for the end of a rate-limit window, after a 429 of this request. */
  waiting?(label: string, seconds: number): void
  /** Called in the order of the checks. */
  checked?(result: CheckResult, number: number): void
  finished?(report: RunReport): void | Promise<void>
}

/** Where a report is written. */
export type Sink = (text: string) => void
