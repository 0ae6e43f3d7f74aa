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
  [['fail', 'fail'], 'fail', declined, 'STA-002 a check that does not clear'],
  [['review', 'review'], 'review', review, 'a borderline result'],
  [['pass', 'error'], 'pass', review, 'a check that could not be made'],
  [['pass', 'flagged'], 'pass', review, 'a flagged form'],
  [
    ['fail', 'failed and flagged'],
    'fail',
    review,
    'a flagged form beside a failed check: a person was asked for',
  ],
  [['pass', 'skipped'], 'pass', approved, 'a skipped step says nothing'],
  [['skipped', 'fail'], 'fail', declined, 'and saves nobody'],
  [['skipped', 'skipped'], 'pass', review, 'nobody is approved by checks that did not happen'],
  [[], 'pass', review, 'nor without any'],
  [['review', 'pass'], 'doc_quality', review, 'OUT-006 an unreadable document'],
  [['pass'], 'doc_quality', review, 'OUT-006 also where no check looks at one'],
]

for (const [steps, expected, verdict, why] of table)
  t.strictSame(verdictFor(steps.map(step), expected), verdict, why)
