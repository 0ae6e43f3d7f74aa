import { type CheckOutcome, type ExpectedOutcome, type Verdict, verdictOf } from './synthetic.ts'

/** What a verification comes to once no step is left. */
export function verdictFor(steps: { outcome?: CheckOutcome, flagged?: boolean }[], expected: ExpectedOutcome): Verdict {
  const review: Verdict = { status: 'awaiting_review', outcome: null }
  // The customer's own rule asked for a person (GAP-FORM-ROUTING).
  if (steps.some(({ flagged }) => flagged)) return review
  const outcomes = steps.map(({ outcome }) => outcome).filter((outcome) => outcome !== undefined)
  // Every step was skipped: nothing speaks for the applicant (GAP-SESSION-ACTIONS).
  if (outcomes.length === 0) return review
  // Promised of the verification, so also where none of its checks looks at a document (OUT-006).
  return expected === 'doc_quality' ? review : verdictOf(outcomes)
}
