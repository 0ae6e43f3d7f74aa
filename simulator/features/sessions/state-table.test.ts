// The rows of the state table, each from the first call to the webhook that its receiver gets over HTTPS.
import t, { type Test } from 'tap'
import type { SdkEnvelope } from '../../../spec/generated/wire.ts'
import { sha256 } from '../../world/sha256.ts'
import { caller, eventConforms } from '../../testing/contract.ts'
import { type Delivery, receiverFor, signedWith } from '../../testing/receiver.ts'
import { LEASE, signingFor } from '../../testing/signing.ts'
import { data, refusal, controlClient } from '../../testing/control-client.ts'
import { demoKey, roomyWorld, simulatorFor } from '../../testing/simulator.ts'
import { EVENT_TYPES } from '../webhooks/subscriptions.ts'

const DAY = 86_400
const simulator = await simulatorFor(t, { world: roomyWorld(), loopbackReceivers: true })
const acme = caller(simulator, demoKey('org_acme'))
const control = controlClient(simulator)
const receiver = await receiverFor(t)
const { secret } = data<{ secret: string }>(
  await acme('POST', '/v1/webhook-subscriptions', { url: receiver.url, events: [...EVENT_TYPES] }),
)

const cafe = {
  id: 'questions',
  type: 'custom_form',
  config: {
    questions: [{ id: 'street', type: 'text', label: 'Where do you live?' }],
    rules: [
      { when: { questionId: 'street', op: 'includes', value: 'cafe' }, action: 'flag_for_review' },
    ],
  },
}
const identity = { id: 'identity', type: 'id_verification' }

async function created(expected_outcome = 'pass', steps: object[] = [identity]): Promise<string> {
  await control.organization('org_acme', { default_workflow: { steps } })
  return data<{ id: string }>(await acme('POST', '/v1/sessions', { expected_outcome })).id
}

async function parked(): Promise<string> {
  const id = await created('review')
  await control.journey(id, 'submit')
  return id
}

/** Events that the receiver got about a session, in order of arrival; each is signed and valid under the contract. */
async function received(id: string, count: number): Promise<Record<string, unknown>[]> {
  await control.settle()
  const deliveries = receiver.deliveries.filter(({ body }) => body.includes(id))
  t.equal(deliveries.length, count, `${count} deliveries`)
  return deliveries.map(readEvent)
}

function readEvent(delivery: Delivery): Record<string, unknown> {
  const { headers, body } = delivery
  t.ok(signedWith(secret, delivery), 'EVT-002 signed')
  t.equal(headers['x-webhook-event-version'], '1', 'HDR-001')
  const event = JSON.parse(body) as Record<string, unknown>
  eventConforms(String(event.type), body)
  return event
}

const read = async (id: string) =>
  data<Record<string, unknown>>(await acme('GET', `/v1/sessions/${id}`))

t.test(
  'STA-002 STA-004 STA-005 EVT-001 EVT-003 in progress, a verdict by rules: completed',
  async (t) => {
    for (const [expected, outcome] of [
      ['pass', 'approved'],
      ['fail', 'declined'],
    ] as const) {
      const id = await created(expected)
      await control.journey(id, 'abandon')
      await control.journey(id, 'submit')
      t.match(await read(id), { status: 'completed', outcome })
      t.match(await received(id, 1), [
        {
          sessionId: id,
          type: 'kyc.session.completed',
          status: 'completed',
          outcome,
          decisionSource: 'automatic',
        },
      ])
    }
  },
)

t.test('STA-003 STA-005 in progress, a verdict by a reviewer: completed', async (t) => {
  const id = await created()
  await control.journey(id, 'abandon')
  await control.review(id, 'declined')
  t.match(await read(id), { status: 'completed', outcome: 'declined' })
  t.match(await received(id, 1), [
    { type: 'kyc.session.completed', outcome: 'declined', decisionSource: 'reviewer' },
  ])
})

t.test('STA-006 STA-007 EVT-004 open, the operator cancels: cancelled', async (t) => {
  const id = await created()
  t.equal((await acme('POST', `/v1/sessions/${id}/cancel`)).status, 200)
  t.match(await read(id), { status: 'cancelled', outcome: null })
  const [event] = await received(id, 1)
  t.match(event, { type: 'kyc.session.cancelled', status: 'cancelled', outcome: null })
  t.notOk('decisionSource' in event!)
})

t.test('STA-008 STA-009 EVT-005 open, sent to review: awaiting review', async (t) => {
  const id = await parked()
  t.match(await read(id), { status: 'awaiting_review', outcome: null })
  const [event] = await received(id, 1)
  t.match(event, { type: 'kyc.session.manual_review_requested', outcome: null })
  t.notOk('decisionSource' in event!)
  await control.review(id, 'approved')
  t.match((await received(id, 2))[1], {
    type: 'kyc.session.completed',
    outcome: 'approved',
    decisionSource: 'reviewer',
  })
})

t.test('EVT-006 EVT-007 EVT-008 a form is flagged, then the session goes to review', async (t) => {
  const id = await created('pass', [cafe, identity])
  const submit = (step_id: string, more = {}) =>
    control.call('POST', `/sessions/${id}/journey`, { action: 'submit_step', step_id, ...more })
  await submit('questions', { answers: { street: 'Am CAFÉ 3' } })
  const [flagged] = await received(id, 1)
  t.strictSame(flagged, {
    sessionId: id,
    status: 'in_progress',
    outcome: null,
    occurredAt: flagged!.occurredAt,
    mode: 'test',
    type: 'kyc.session.form_flagged',
  })
  await submit('identity')
  t.match(await read(id), { status: 'awaiting_review', outcome: null })
  t.match((await received(id, 2))[1], { type: 'kyc.session.manual_review_requested' })
})

t.test(
  'STA-010 STA-012 STA-013 EVT-009 EVT-010 EVT-011 open, not finished in time: expired',
  async (t) => {
    const id = await created()
    await control.journey(id, 'abandon')
    await control.advance(7 * DAY)
    t.match(await read(id), { status: 'expired', outcome: null })
    const [event] = await received(id, 1)
    t.match(event, { type: 'kyc.session.expired', status: 'expired', outcome: null })
    t.notOk('decisionSource' in event!)
    t.equal(
      refusal(await acme('POST', `/v1/sessions/${id}/cancel`)),
      '409 session_already_completed',
    )
  },
)

t.test(
  'STA-011 STA-012 STA-013 EVT-009 awaiting review, not decided in time: expired',
  async (t) => {
    const id = await parked()
    await control.advance(7 * DAY)
    t.match(await read(id), { status: 'expired', outcome: null })
    t.match(await received(id, 2), [
      { type: 'kyc.session.manual_review_requested' },
      { type: 'kyc.session.expired', status: 'expired', outcome: null },
    ])
  },
)

t.test(
  'STA-014 STA-015 STA-016 open, the applicant ends it: completed and declined, without a reviewer',
  async (t) => {
    const id = await created()
    await control.journey(id, 'end')
    t.match(await read(id), { status: 'completed', outcome: 'declined' })
    const [event] = await received(id, 1)
    t.match(event, { type: 'kyc.session.completed', status: 'completed', outcome: 'declined' })
    t.notOk('decisionSource' in event!)
  },
)

t.test(
  'STA-022 STA-024 STA-025 completed, re-verified: the same session with a new run',
  async (t) => {
    const id = await created()
    await control.journey(id, 'submit', { legacy: { no_portrait: true } })
    const before = await read(id)
    t.match(before.idv, { available_images: ['front'] })
    await control.call('POST', `/sessions/${id}/reverify`)
    t.strictSame(await read(id), {
      ...before,
      idv: { available_images: ['portrait', 'front'], capture_acquisition: 'camera' },
    })
    t.match(await received(id, 1), [{ type: 'kyc.session.completed' }])
  },
)

const secrets = ['Ana', 'Okafor', 'signer.example', 'Lease', 'deposit', 'acme']
const utc = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/

/** A signer with two documents to sign and the disclosure accepted; with another step if the session is to go on. */
async function signer(t: Test, goesOn: boolean) {
  const signing = signingFor(simulator)
  const documents = [LEASE, { ...LEASE, id: 'rules', title: 'House rules' }]
  const ready = await signing.ready(
    await signing.workflow({ documents, steps: goesOn ? [identity] : [] }),
  )
  const bodiesOf = (event: Record<string, unknown>): void => {
    const text = JSON.stringify(event)
    for (const secret of secrets) t.notOk(text.includes(secret), `no ${secret}`)
    t.equal(event.sessionId, ready.id, 'EVE-001')
    t.match(event.envelopeId, /^env_/, 'EVE-002')
    t.equal(event.mode, 'test', 'EVE-012')
  }
  return { ...signing, ...ready, bodiesOf }
}

t.test(
  'STA-019 STA-020 EVT-012 EVT-013 EVE-001 EVE-002 EVE-003 EVE-004 EVE-005 EVE-006 EVE-007 EVE-008 EVE-010 EVE-012 ' +
    'EVE-013 EVE-014 EVE-015 EVE-016 EVE-017 CHK-013 open, signed and sealed: unchanged',
  async (t) => {
    const { id, sign, file, bodiesOf } = await signer(t, true)
    const { documents, envelopeId, signedAt } = data<SdkEnvelope>(await sign())
    t.match(await read(id), { status: 'in_progress', outcome: null })
    const [event] = await received(id, 1)
    t.strictSame(event, {
      sessionId: id,
      envelopeId,
      documents: documents.map(({ documentId, finalHash }, i) => ({
        documentId,
        documentOrder: i,
        finalHash,
      })),
      signedAt,
      mode: 'test',
      type: 'kyc.session.document_signed',
    })
    t.match(event!.signedAt, utc)
    bodiesOf(event!)
    for (const { documentId, finalHash } of documents)
      t.equal(sha256((await file(documentId)).bytes), finalHash)
    await control.journey(id, 'submit')
    t.match((await received(id, 2))[1], {
      type: 'kyc.session.completed',
      outcome: 'approved',
      decisionSource: 'automatic',
    })
  },
)

t.test(
  'STA-019 when the last step is signed, the signing event precedes the verdict',
  async (t) => {
    const { id, sign } = await signer(t, false)
    data(await sign())
    t.match(await read(id), { status: 'completed', outcome: 'approved' })
    const types = (await received(id, 2)).map(({ type }) => type)
    t.strictSame(types.sort(), ['kyc.session.completed', 'kyc.session.document_signed'])
    t.strictSame((await control.events(`&session_id=${id}`)).map(({ type }) => type).toReversed(), [
      'kyc.session.document_signed',
      'kyc.session.completed',
    ])
  },
)

t.test('STA-021 signed and not sealed: no event until the seal exists', async (t) => {
  const { id, sign, verify, console, file } = await signer(t, true)
  await control.call('POST', '/organizations/org_acme/sealing_faults', { mode: 'test', times: 2 })
  const signed = data<SdkEnvelope>(await sign())
  t.match(signed, {
    status: 'signed',
    signedAt: utc,
    documents: [{ finalHash: null }, { finalHash: null }],
  })
  await received(id, 0)
  const [document] = signed.documents
  t.match(await verify(document!.presentedHash), {
    match: false,
    status: 'unsealed',
    signature_methods: ['typed_name'],
    agreement_id: /^agr_/,
  })
  t.equal(
    sha256((await file(document!.documentId)).bytes),
    document!.presentedHash,
    'the presented file can still be saved',
  )
  const envelope = await console(id)
  t.match(envelope, { status: 'signed', sealing_failed_at: utc, typed_name: 'Ana Okafor' })
  const again = await control.call<{ status: string }>('POST', `/envelopes/${envelope.id}/seal`)
  t.equal(again.status, 'signed', 'the second fault')
  await received(id, 0)
  t.match(await control.call('POST', `/envelopes/${envelope.id}/seal`), {
    status: 'sealed',
    sealing_failed_at: null,
  })
  const [event] = await received(id, 1)
  t.match(event, { type: 'kyc.session.document_signed', signedAt: signed.signedAt })
  const [{ finalHash }] = event!.documents as [{ finalHash: string }]
  t.match(await verify(finalHash), { match: true, status: 'verified' })
  t.match(await read(id), { status: 'in_progress' })
  t.equal(
    refusal(await control.ask('POST', `/envelopes/${envelope.id}/seal`)),
    '409 illegal_transition',
  )
})

t.test(
  'STA-017 STA-018 EVT-014 EVT-015 EVT-016 EVE-009 EVE-010 EVE-011 EVE-018 open, declined to sign: completed',
  async (t) => {
    for (const body of [{ reason: 'The deposit is not what we agreed on.' }, {}, undefined]) {
      const { id, post, bodiesOf } = await signer(t, true)
      const { documents, envelopeId, declinedAt, status } = data<SdkEnvelope>(
        await post('decline', body),
      )
      t.equal(status, 'declined')
      t.match(await read(id), { status: 'completed', outcome: 'declined' })
      const events = await received(id, 2)
      const [declined, completed] = events.sort((a) =>
        a.type === 'kyc.session.document_declined' ? -1 : 1,
      )
      t.strictSame(declined, {
        sessionId: id,
        envelopeId,
        documents: documents.map(({ documentId }, i) => ({ documentId, documentOrder: i })),
        declinedAt,
        mode: 'test',
        type: 'kyc.session.document_declined',
      })
      t.match(declinedAt, utc)
      bodiesOf(declined!)
      t.match(completed, {
        type: 'kyc.session.completed',
        status: 'completed',
        outcome: 'declined',
      })
      t.notOk('decisionSource' in completed!, 'the applicant has ended it')
    }
  },
)

t.test(
  'CER-019 open, consent withdrawn before signing: completed, and no document was declined',
  async (t) => {
    const { id, post } = await signer(t, true)
    data(await post('withdraw'))
    const [event] = await received(id, 1)
    t.match(event, { type: 'kyc.session.completed', status: 'completed', outcome: 'declined' })
    t.notOk('decisionSource' in event!)
  },
)

t.test('EVT-019 a skipped step sends no event of its own', async (t) => {
  const id = await created('pass', [cafe, identity])
  await acme('POST', `/v1/sessions/${id}/skip_step`, { step_id: 'identity' })
  await received(id, 0)
  await acme('POST', `/v1/sessions/${id}/skip_step`, { step_id: 'questions' })
  t.match(await received(id, 1), [{ type: 'kyc.session.manual_review_requested' }])
})
