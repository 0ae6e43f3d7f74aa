import { AREAS, type Area, type Level } from '../check/check.ts'
import type { Outcome } from '../check/outcome.ts'
import type { Traffic } from '../http/traffic.ts'

/** One expectation and its result. */
export interface Expectation {
  requirement: string
  level: Level
  /** Text of the requirement, so that a report can be read alone. */
  text: string
  expected: string
  /** The observed value: up to 4,000 characters if it is broken, else 300. Reports for people show its beginning. */
  got: string
  holds: boolean
  /** Number of exchanges before it was judged. */
  after: number
}

export interface Observation {
  gap: string
  note: string
}

export interface Measurement {
  what: string
  result: string
}

export interface CheckResult {
  id: string
  /**
   * Area of the suite; `target` if the target file itself is judged; `prerequisites` for a call
   * that checks need; `every-answer` for a rule of every response; or an area that the report
   * names.
   */
  area: Area | 'target' | 'prerequisites' | 'every-answer' | (string & {})
  level: Level
  requirements: readonly string[]
  why: string
  outcome: Outcome
  /** Reason for the outcome, if the expectations do not say it. */
  reason?: string
  /** Number of the exchange that ended the check early. Later ones undo its states. */
  interrupted_at?: number
  /** Checks in which a failure of another requirement was seen. */
  seen_in?: readonly string[]
  /** Signature that an expected failure can name; on failures only. */
  signature?: string
  expectations: Expectation[]
  observations: Observation[]
  /** Measured numbers, not judged. */
  measurements: Measurement[]
  traffic: Traffic[]
  /** Secondary problems, such as a failed teardown. */
  notes: string[]
  milliseconds: number
}

export type Verdict = 'conforming' | 'nonconforming' | 'not judged'

export interface RunReport {
  /** Name of the checks, if they are not those of the conformance suite. */
  suite?: 'integration'
  /** Descriptions of areas that are not those of the conformance suite. */
  areas?: Readonly<Record<string, string>>
  target: { name: string; regions: Record<string, string> }
  /** Scope of the run: `with provider states` if states were available, otherwise `black-box`. */
  grade: string
  started_at: string
  finished_at: string
  /** Requirements with observations, of those that the checks of this run judge. */
  judged: { requirements: number; of: number; percent: number }
  /** Problem that the preflight found; no check has run then. */
  problems?: string[]
  /** Why the run ended before all checks had run, and the ids of the checks without a result. */
  ended_early?: { because: string; not_run: string[] }
  verdict: Verdict
  /** Reason for the verdict, in words. */
  because: string
  exit_code: 0 | 1 | 2
  counts: Partial<Record<Outcome, number>>
  checks: CheckResult[]
}

/** Describes an area of a report. */
export function aboutArea({ areas = AREAS }: Pick<RunReport, 'areas'>, area: string): string {
  if (area === 'prerequisites') return 'calls that checks need to succeed'
  if (area === 'every-answer') return 'rules for every response'
  return (areas as Record<string, string>)[area] ?? 'declarations in the target file'
}
