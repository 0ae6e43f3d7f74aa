import t from 'tap'
import type { JsonObject } from '../http/json.ts'
import type { Delivery } from '../receiver/receiver.ts'
import { DELIVERY_REQUIREMENTS, judgeDelivery } from './delivery-rules.ts'

const HASH = 'a1'.repeat(32)
const EVENTS: Readonly<Record<string, JsonObject>> = {
  completed: {
    sessionId: 'vs_1',
    status: 'completed',
    outcome: 'declined',
    occurredAt: '2026-05-04T03:02:01.5Z',
    mode: 'live',
    type: 'kyc.session.completed',
    decisionSource: 'reviewer',
  },
  ...Object.fromEntries(
    [
      ['cancelled', 'cancelled'],
      ['expired', 'expired'],
      ['manual_review_requested', 'awaiting_review'],
      ['form_flagged', 'in_progress'],
    ].map(([type, status]): [string, JsonObject] => [
      type!,
      {
        sessionId: 'vs_1',
        status,
        outcome: null,
        occurredAt: '2026-05-04T03:02:01+00',
        mode: 'test',
        type: `kyc.session.${type}`,
      },
    ]),
  ),
  signed: {
    sessionId: 'vs_1',
    envelopeId: 'env_1',
    documents: [{ documentId: 'doc_1', documentOrder: 0, finalHash: HASH }],
    signedAt: '2026-05-04T03:02:01Z',
    mode: 'live',
    type: 'kyc.session.document_signed',
  },
  declined: {
    sessionId: 'vs_1',
    envelopeId: 'env_1',
    documents: [{ documentId: 'doc_1', documentOrder: 0 }],
    declinedAt: '2026-05-04T03:02:01Z',
    mode: 'live',
    type: 'kyc.session.document_declined',
  },
}

type Row = [
  requirement: (typeof DELIVERY_REQUIREMENTS)[number],
  event: string,
  members: JsonObject,
  headers?: [string, string][],
]

/** Members that break a requirement, and nothing else. */
const ROWS: readonly Row[] = [
  ['EVT-008', 'form_flagged', { answers: { color: 'red' } }],
  ['EVT-010', 'expired', { status: 'completed' }],
  ['EVT-019', 'completed', { type: 'kyc.session.skipped_by_applicant' }],
  ['EVB-001', 'completed', { sessionId: undefined }],
  ['EVB-005', 'completed', { outcome: true }],
  ['EVB-006', 'cancelled', { outcome: 'declined' }],
  ['EVB-007', 'completed', { occurredAt: '2026-05-04T03:02:01+02:00' }],
  ['EVB-007', 'completed', { occurredAt: '2026-05-04T03:02:01+0000' }],
  ['EVB-007', 'completed', { occurredAt: 1_777_777_777 }],
  ['EVB-008', 'completed', { mode: 'production' }],
  ['EVB-010', 'completed', { decisionSource: 'human' }],
  ['EVB-011', 'completed', { applicant: { family_name: 'Muster' } }],
  ['EVB-011', 'cancelled', { applicantEmail: undefined, contact: { Email: 'a@b.example' } }],
  ['EVB-011', 'completed', { reviewer: 'Mia Example' }],
  ['EVB-011', 'completed', { decidedBy: { address: 'mia@desk.example' } }],
  ['EVB-018', 'cancelled', { decisionSource: 'reviewer' }],
  ['EVB-019', 'expired', { decisionSource: 'automatic' }],
  ['EVB-020', 'manual_review_requested', { decisionSource: 'automatic' }],
  ['EVE-002', 'signed', { envelopeId: 7 }],
  ['EVE-004', 'declined', { documents: [{ documentId: 'doc_1', documentOrder: 1 }] }],
  ['EVE-004', 'declined', { documents: [{ documentId: 'doc_1', documentOrder: 0 }, null] }],
  ['EVE-005', 'declined', { documents: [{ documentOrder: 0 }] }],
  [
    'EVE-008',
    'signed',
    { documents: [{ documentId: 'd', documentOrder: 0, finalHash: HASH.toUpperCase() }] },
  ],
  ['EVE-009', 'declined', { documents: [{ documentId: 'd', documentOrder: 0, finalHash: HASH }] }],
  ['EVE-010', 'signed', { signedAt: '4 May' }],
  ['EVE-011', 'declined', { declinedAt: undefined }],
  ['EVE-012', 'signed', { mode: undefined }],
  ['EVE-014', 'signed', { signer_name: 'Una Testperson' }],
  ['EVE-015', 'signed', { signer: { phone: '+442079460018' } }],
  ['EVE-016', 'declined', { title: 'Lease' }],
  ['EVE-017', 'signed', { filled_values: { rent: '900' } }],
  ['EVE-018', 'declined', { decline_reason: 'Too dear' }],
  ['HDR-002', 'completed', {}, [['X-Webhook-Event-Version', '2']]],
  ['HDR-002', 'declined', {}, []],
]

/** Open points of the contract, and deliveries that are not session events. */
const OPEN: [event: string, members: JsonObject, headers?: [string, string][]][] = [
  ['completed', { mode: undefined, type: undefined, decisionSource: undefined }],
  ['completed', { apiHint: 'additive', applicant: { id: 'app_1' }, reviewer: 'usr_7' }],
  ['cancelled', { type: 'billing.invoice.paid', outcome: 'paid', email: 'a@b.example' }],
  ['completed', { test: true, status: undefined }, [['x-webhook-origin', 'test_ping']]],
  ['signed', { page: { number: 1 }, reason: null }],
]

function broken(
  event: string,
  members: JsonObject,
  rawHeaders: [string, string][] = [['x-webhook-event-version', '1']],
): string[] {
  const body = Buffer.from(JSON.stringify({ ...EVENTS[event], ...members }))
  const delivery: Delivery = {
    receivedAt: new Date(0),
    method: 'POST',
    path: '/',
    rawHeaders,
    body,
  }
  const found: string[] = []
  judgeDelivery(
    {
      expect: (requirement, _expected, holds) => {
        if (!holds) found.push(requirement)
        return holds
      },
    },
    delivery,
  )
  return found
}

t.test('each delivery rule finds its own fault only', async (t) => {
  t.strictSame([...new Set(ROWS.map(([requirement]) => requirement))], DELIVERY_REQUIREMENTS)
  for (const [requirement, event, members, headers] of ROWS)
    t.strictSame(
      broken(event, members, headers),
      [requirement],
      `${event} with ${JSON.stringify(members)}`,
    )
})

t.test('no delivery rule rejects a correct event or a permitted choice', async (t) => {
  for (const event of Object.keys(EVENTS)) t.strictSame(broken(event, {}), [], event)
  for (const [event, members, headers] of OPEN)
    t.strictSame(broken(event, members, headers), [], JSON.stringify(members))
})
