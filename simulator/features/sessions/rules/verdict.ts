import type { Screening } from '../../screening/rules/evaluate.ts'
import { type CheckOutcome, type ExpectedOutcome, type Verdict, verdictOf } from './synthetic.ts'

/**
 * Returns the verdict of a verification without remaining steps.
 * @param routing result of the screening rules of its template
 */
export function verdictFor(
  steps: { outcome?: CheckOutcome; flagged?: boolean }[],
  expected: ExpectedOutcome,
  routing: Screening['routing'] = 'none',
): Verdict {
  // Unreadable rules fail the verification (GAP-NONFLAT-METADATA).
  if (routing === 'fail')
    return { status: 'completed', outcome: 'declined', decisionSource: 'automatic' }
  const review: Verdict = { status: 'awaiting_review', outcome: null }
  // The customer's own rule requires review (GAP-FORM-ROUTING).
  if (routing === 'review' || steps.some(({ flagged }) => flagged)) return review
  const outcomes = steps.map(({ outcome }) => outcome).filter((outcome) => outcome !== undefined)
  // Every step was skipped: there is no evidence for the applicant (GAP-SESSION-ACTIONS).
  if (outcomes.length === 0) return review
  // Also applies to a verification without a document check (OUT-006).
  if (expected === 'doc_quality') return review
  // A rule may override a doubt, never a failure or an error (GAP-ACTION-CONFLICT).
  return verdictOf(
    routing === 'approve' ? outcomes.filter((outcome) => outcome !== 'review') : outcomes,
  )
}
