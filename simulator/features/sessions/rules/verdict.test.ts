import t from 'tap'
import type { CheckOutcome, ExpectedOutcome } from './synthetic.ts'
import { verdictFor } from './verdict.ts'

const approved = { status: 'completed', outcome: 'approved', decisionSource: 'automatic' }
const declined = { status: 'completed', outcome: 'declined', decisionSource: 'automatic' }
const review = { status: 'awaiting_review', outcome: null }

type Step = CheckOutcome | 'skipped' | 'flagged' | 'failed and flagged'

const step = (what: Step) => {
  switch (what) {
    case 'skipped':
      return {}
    case 'flagged':
      return { outcome: 'review' as const, flagged: true }
    case 'failed and flagged':
      return { outcome: 'fail' as const, flagged: true }
    default:
      return { outcome: what }
  }
}

const table: [steps: Step[], expected: ExpectedOutcome, verdict: object, why: string][] = [
  [['pass', 'pass'], 'pass', approved, 'nothing against the applicant'],
  [['fail', 'fail'], 'fail', declined, 'STA-002 a check that fails'],
  [['review', 'review'], 'review', review, 'a borderline result'],
  [['pass', 'error'], 'pass', review, 'a check in error'],
  [['pass', 'flagged'], 'pass', review, 'a flagged form'],
  [
    ['fail', 'failed and flagged'],
    'fail',
    review,
    'a flagged form with a failed check: the rule of the form requires review',
  ],
  [['pass', 'skipped'], 'pass', approved, 'a skipped step does not count'],
  [['skipped', 'fail'], 'fail', declined, 'and does not outweigh a failure'],
  [['skipped', 'skipped'], 'pass', review, 'all steps skipped: no approval'],
  [[], 'pass', review, 'no steps: no approval'],
  [['review', 'pass'], 'doc_quality', review, 'OUT-006 an unreadable document'],
  [['pass'], 'doc_quality', review, 'OUT-006 also without a check of the document'],
]

for (const [steps, expected, verdict, why] of table)
  t.strictSame(verdictFor(steps.map(step), expected), verdict, why)
