/** The results of simulated checks (OUT): fixed by `expected_outcome` at creation, independent of typed values. */
export type ExpectedOutcome = 'pass' | 'review' | 'fail' | 'doc_quality'

/** Outcome of one check, as rules see it. */
export type CheckOutcome = 'pass' | 'fail' | 'review' | 'error'

export type Verdict =
  | {
      status: 'completed'
      outcome: 'approved' | 'declined'
      decisionSource: 'automatic' | 'reviewer'
    }
  | { status: 'awaiting_review'; outcome: null }

/**
 * Returns the result of a check of this type in a session created with `expected`. An unreadable document affects only
 * the document check: the other checks find nothing against the applicant.
 */
export function syntheticOutcome(checkType: string, expected: ExpectedOutcome): CheckOutcome {
  if (expected === 'doc_quality') return checkType === 'id_verification' ? 'review' : 'pass'
  return expected
}

/** Combines the results of checks: a failure declines, a doubt requires review, otherwise approved. */
export function verdictOf(outcomes: CheckOutcome[]): Verdict {
  if (outcomes.includes('fail'))
    return { status: 'completed', outcome: 'declined', decisionSource: 'automatic' }
  if (outcomes.includes('review') || outcomes.includes('error'))
    return { status: 'awaiting_review', outcome: null }
  return { status: 'completed', outcome: 'approved', decisionSource: 'automatic' }
}
