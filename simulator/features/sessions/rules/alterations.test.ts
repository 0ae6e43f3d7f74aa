import t from 'tap'
import { type Alteration, type SessionStatus, follow, transition } from './lifecycle.ts'

const STATUSES: SessionStatus[] = [
  'created',
  'in_progress',
  'awaiting_review',
  'completed',
  'cancelled',
  'expired',
]
const OPEN: SessionStatus[] = ['created', 'in_progress']

const allowed: Record<Alteration, SessionStatus[]> = {
  step_skipped: OPEN,
  invitation_resent: OPEN,
  identity_reverified: ['completed'],
  ceremony_recorded: [...OPEN, 'awaiting_review'],
  hosted_progress: OPEN,
}

t.test('STA-022 changes that keep the status, and the statuses that allow them', async (t) => {
  for (const [type, from] of Object.entries(allowed) as [Alteration, SessionStatus[]][]) {
    for (const status of STATUSES) {
      const outcome = status === 'completed' ? 'declined' : null
      const expected = from.includes(status) ? { state: { status, outcome } } : undefined
      t.strictSame(follow({ status, outcome }, { type }), expected, `${type} in ${status}`)
    }
  }
})

t.test('transitions behave as before', async (t) => {
  for (const status of STATUSES) {
    for (const type of [
      'step_submitted',
      'envelope_opened',
      'parked_for_review',
      'cancelled_by_operator',
      'lapsed',
    ] as const) {
      t.strictSame(
        follow({ status, outcome: null }, { type }),
        transition({ status, outcome: null }, { type }),
      )
    }
  }
})
