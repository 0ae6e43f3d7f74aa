import { AREAS, type Area, type Level } from '../check/check.ts'
import type { Outcome } from '../check/outcome.ts'
import type { Traffic } from '../http/traffic.ts'

/** One expectation and what came of it. */
export interface Expectation {
  requirement: string
  level: Level
  /** The requirement's own words, so that a report can be read alone. */
  text: string
  expected: string
  got: string
  holds: boolean
  /** How many exchanges had been made when it was judged. */
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
   * Of the suite; `target` where the target file itself is judged; `prerequisites` where a call is that checks build
   * on; `every-answer` where a rule of every answer is broken; or one that the report names.
   */
  area: Area | 'target' | 'prerequisites' | 'every-answer' | (string & {})
  level: Level
  requirements: readonly string[]
  why: string
  outcome: Outcome
  /** Why the outcome is what it is, where the expectations don't say. */
  reason?: string
  /** Checks in which a failure was seen that is none of theirs. */
  seen_in?: readonly string[]
  /** Signature that an expected failure can name; on failures only. */
  signature?: string
  expectations: Expectation[]
  observations: Observation[]
  /** Measured, and held against nothing. */
  measurements: Measurement[]
  traffic: Traffic[]
  /** Secondary problems, such as a failed teardown. */
  notes: string[]
  milliseconds: number
}

export type Verdict = 'conforming' | 'nonconforming' | 'not judged'

export interface RunReport {
  /** Which checks these are, where they are not those of the conformance suite. */
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
  /** Problem that the preflight found; no check was run then. */
  problems?: string[]
  verdict: Verdict
  /** In words, why the verdict is what it is. */
  because: string
  exit_code: 0 | 1 | 2
  counts: Partial<Record<Outcome, number>>
  checks: CheckResult[]
}

/** Describes an area of a report. */
export function aboutArea({ areas = AREAS }: Pick<RunReport, 'areas'>, area: string): string {
  if (area === 'prerequisites') return 'calls that checks build on'
  if (area === 'every-answer') return 'what holds for every answer'
  return (areas as Record<string, string>)[area] ?? 'what the target file declares'
}
