import t from 'tap'
import {
  type CheckOutcome,
  type ExpectedOutcome,
  syntheticOutcome,
  verdictOf,
} from './synthetic.ts'

const approved = { status: 'completed', outcome: 'approved', decisionSource: 'automatic' } as const
const declined = { status: 'completed', outcome: 'declined', decisionSource: 'automatic' } as const
const review = { status: 'awaiting_review', outcome: null } as const

t.test('an expected outcome decides the outcome of a verification', async (t) => {
  const table: [string, ExpectedOutcome, object][] = [
    ['OUT-002 pass is clear', 'pass', approved],
    ['OUT-004 review goes to a reviewer', 'review', review],
    ['OUT-005 fail is not clear', 'fail', declined],
    ['OUT-006 an unreadable document goes to a reviewer', 'doc_quality', review],
  ]
  for (const [name, expected, verdict] of table) {
    t.strictSame(verdictOf([syntheticOutcome('id_verification', expected)]), verdict, name)
    const among = ['credit_history', 'id_verification', 'custom_form'].map((type) =>
      syntheticOutcome(type, expected),
    )
    t.strictSame(verdictOf(among), verdict, `${name}, among other checks`)
  }
})

t.test('OUT-017 one expected outcome governs all checks', async (t) => {
  for (const type of [
    'id_verification',
    'credit_history',
    'background_check',
    'custom_form',
    'an unknown type',
  ]) {
    for (const expected of ['pass', 'review', 'fail'] as const)
      t.equal(syntheticOutcome(type, expected), expected)
  }
  t.equal(syntheticOutcome('id_verification', 'doc_quality'), 'review')
})

t.test('STA-027 the outcomes of checks combine to one verdict', async (t) => {
  const table: [CheckOutcome[], object][] = [
    [[], approved],
    [['pass'], approved],
    [['pass', 'pass'], approved],
    [['review'], review],
    [['error'], review],
    [['pass', 'review'], review],
    [['error', 'pass'], review],
    [['fail'], declined],
    [['pass', 'fail'], declined],
    [['review', 'fail'], declined],
    [['fail', 'error'], declined],
  ]
  for (const [outcomes, verdict] of table)
    t.strictSame(verdictOf(outcomes), verdict, outcomes.join(' + ') || 'none')
})
