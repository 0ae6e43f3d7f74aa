import t from 'tap'
import {
  type Alteration,
  type SessionStatus,
  type Transition,
  type Trigger,
  follow,
  isTerminal,
  transition,
} from './lifecycle.ts'

const STATUSES: SessionStatus[] = [
  'created',
  'in_progress',
  'awaiting_review',
  'completed',
  'cancelled',
  'expired',
]
const OPEN: SessionStatus[] = ['created', 'in_progress']

const COMPLETED = 'kyc.session.completed'
const verdict = (outcome: 'approved' | 'declined', decisionSource: 'automatic' | 'reviewer') => ({
  from: [...OPEN, 'awaiting_review'] as SessionStatus[],
  trigger: { type: 'verdict' as const, outcome, decisionSource },
  to: { state: { status: 'completed' as const, outcome }, event: COMPLETED, decisionSource },
})

/** Each trigger: the statuses that allow it, and its result. It changes nothing in any other status. */
const table: { name: string; trigger: Trigger; from: SessionStatus[]; to: Transition }[] = [
  {
    name: 'SES-005 SES-006 a submitted step',
    from: OPEN,
    trigger: { type: 'step_submitted' },
    to: { state: { status: 'in_progress', outcome: null } },
  },
  {
    name: 'STA-020 an opened envelope',
    from: OPEN,
    trigger: { type: 'envelope_opened' },
    to: { state: { status: 'in_progress', outcome: null } },
  },
  { name: 'STA-002 STA-004 STA-005 rules approve', ...verdict('approved', 'automatic') },
  { name: 'STA-002 STA-026 rules decline', ...verdict('declined', 'automatic') },
  { name: 'STA-003 EVB-010 a reviewer approves', ...verdict('approved', 'reviewer') },
  { name: 'STA-003 a reviewer declines', ...verdict('declined', 'reviewer') },
  {
    name: 'STA-006 STA-007 EVB-018 the operator cancels',
    from: OPEN,
    trigger: { type: 'cancelled_by_operator' },
    to: { state: { status: 'cancelled', outcome: null }, event: 'kyc.session.cancelled' },
  },
  {
    name: 'STA-008 STA-009 EVB-020 sent to review',
    from: OPEN,
    trigger: { type: 'parked_for_review' },
    to: {
      state: { status: 'awaiting_review', outcome: null },
      event: 'kyc.session.manual_review_requested',
    },
  },
  {
    name: 'STA-010 STA-011 STA-012 STA-013 EVB-006 EVB-019 expired',
    from: [...OPEN, 'awaiting_review'],
    trigger: { type: 'lapsed' },
    to: { state: { status: 'expired', outcome: null }, event: 'kyc.session.expired' },
  },
  {
    name: 'STA-014 STA-015 STA-016 EVB-022 ended by the applicant',
    from: OPEN,
    trigger: { type: 'ended_by_applicant' },
    to: { state: { status: 'completed', outcome: 'declined' }, event: COMPLETED },
  },
  {
    name: 'STA-017 declined to sign',
    from: OPEN,
    trigger: { type: 'declined_to_sign' },
    to: { state: { status: 'completed', outcome: 'declined' }, event: COMPLETED },
  },
  {
    name: 'CER-019 consent withdrawn before signing',
    from: [...OPEN, 'awaiting_review'],
    trigger: { type: 'consent_withdrawn' },
    to: { state: { status: 'completed', outcome: 'declined' }, event: COMPLETED },
  },
]

for (const { name, trigger, from, to } of table) {
  t.test(name, async (t) => {
    for (const status of STATUSES) {
      const expected = from.includes(status) ? to : undefined
      t.strictSame(transition({ status, outcome: null }, trigger), expected, `from ${status}`)
    }
    for (const outcome of ['approved', 'declined'] as const) {
      t.equal(
        transition({ status: 'completed', outcome }, trigger),
        undefined,
        `completed / ${outcome} stays`,
      )
    }
  })
}

t.test('the table covers every trigger', async (t) => {
  const types: Record<Trigger['type'], true> = {
    step_submitted: true,
    envelope_opened: true,
    verdict: true,
    parked_for_review: true,
    cancelled_by_operator: true,
    ended_by_applicant: true,
    declined_to_sign: true,
    consent_withdrawn: true,
    lapsed: true,
  }
  t.strictSame(
    [...new Set(table.map(({ trigger }) => trigger.type))].sort(),
    Object.keys(types).sort(),
  )
})

t.test('changes that keep the status are limited to some statuses, too', async (t) => {
  const places: Record<Alteration, SessionStatus[]> = {
    step_skipped: OPEN,
    invitation_resent: OPEN,
    identity_reverified: ['completed'],
    ceremony_recorded: [...OPEN, 'awaiting_review'],
    hosted_progress: OPEN,
  }
  for (const [type, from] of Object.entries(places) as [Alteration, SessionStatus[]][]) {
    for (const status of STATUSES) {
      const state = { status, outcome: status === 'completed' ? ('approved' as const) : null }
      t.strictSame(
        follow(state, { type }),
        from.includes(status) ? { state } : undefined,
        `${type} from ${status}`,
      )
    }
  }
  for (const { name, trigger, from, to } of table) {
    for (const status of STATUSES) {
      const expected = from.includes(status) ? to : undefined
      t.strictSame(follow({ status, outcome: null }, trigger), expected, `${name} from ${status}`)
    }
  }
})

t.test('a status is terminal if no trigger leaves it', async (t) => {
  for (const status of STATUSES) {
    const stuck = table.every(
      ({ trigger }) => transition({ status, outcome: null }, trigger) === undefined,
    )
    t.equal(isTerminal(status), stuck, status)
  }
})
