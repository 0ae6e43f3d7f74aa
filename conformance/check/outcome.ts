/** Outcome of a check. */
export const OUTCOMES = {
  pass: 'pass',
  fail: 'fail',
  warn: 'warn',
  info: 'info',
  not_applicable: 'not applicable',
  blocked: 'blocked by set-up',
  unreachable: 'unreachable state',
  harness_error: 'harness error',
  expected_failure: 'expected failure',
  unexpected_pass: 'unexpected pass',
} as const

export type Outcome = keyof typeof OUTCOMES

/** Whether the check judged the implementation. */
export const JUDGED: ReadonlySet<Outcome> = new Set([
  'pass',
  'fail',
  'warn',
  'info',
  'expected_failure',
  'unexpected_pass',
])

/** Whether the check was selected but could not judge. */
export const NOT_JUDGED: ReadonlySet<Outcome> = new Set(['blocked', 'harness_error'])

/**
 * A check cannot run because it lacks something that it needs. This says nothing about the
 * implementation.
 */
export class Blocked extends Error {
  override readonly name = 'Blocked'
}

/** A call that a check needs to succeed, and its unexpected response. */
export interface BrokenStep {
  requirement: string
  /** Completes "expected …". */
  expected: string
  got: string
  /** A fact that the rest of the run must confirm; otherwise the cause may be the contract or the target file. */
  assumes?: string
}

/** Thrown after a response that the contract forbids: the run reports it once, as a separate failure. */
export class Broken extends Blocked {
  readonly step: BrokenStep

  constructor(step: BrokenStep, message: string = `expected ${step.expected}, got ${step.got}`) {
    super(message)
    this.step = step
  }
}

/**
 * Thrown if no response of this target shows the value that a check needs, and the contract permits
 * to hide it.
 */
export class Unreachable extends Error {
  override readonly name = 'Unreachable'
}
