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

/** The implementation was judged by it: something that it did was held against the contract. */
export const JUDGED: ReadonlySet<Outcome> = new Set([
  'pass',
  'fail',
  'warn',
  'info',
  'expected_failure',
  'unexpected_pass',
])

/** It was meant to be judged and could not be. */
export const NOT_JUDGED: ReadonlySet<Outcome> = new Set(['blocked', 'harness_error'])

/** Something that a check needs did not come about: the check says nothing about the implementation. */
export class Blocked extends Error {
  override readonly name = 'Blocked'
}

/** A call that a check builds on, and how it was answered instead. */
export interface BrokenStep {
  requirement: string
  /** Completes "expected …". */
  expected: string
  got: string
  /** Evidence required elsewhere in the run; without it the contract or the target file may be the cause. */
  assumes?: string
}

/** Blocked by an answer that the contract forbids: the run reports it once, as a failure of its own. */
export class Broken extends Blocked {
  readonly step: BrokenStep

  constructor(step: BrokenStep, message: string = `expected ${step.expected}, got ${step.got}`) {
    super(message)
    this.step = step
  }
}

/** No response of this target shows the value that a check needs, and the contract permits to hide it. */
export class Unreachable extends Error {
  override readonly name = 'Unreachable'
}
