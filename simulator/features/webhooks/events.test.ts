import t from 'tap'
import { caller, eventConforms } from '../../testing/contract.ts'
import { type Delivery, receiverFor, signedWith } from '../../testing/receiver.ts'
import { data, controlClient } from '../../testing/control-client.ts'
import { type Client, demoKey, roomyWorld, simulatorFor } from '../../testing/simulator.ts'

const T0 = '2026-11-20T09:00:00.000Z'
const STANDARD = ['sessionId', 'status', 'outcome', 'occurredAt', 'mode', 'type']

const simulator = await simulatorFor(t, { world: roomyWorld(), loopbackReceivers: true })
const acme = caller(simulator, demoKey('org_acme'))
const acmeLive = caller(simulator, demoKey('org_acme', 'live'))
const control = controlClient(simulator)

const receiver = await receiverFor(t)
const secrets = {
  test: (await subscribed('test', receiver.url)).secret,
  live: (await subscribed('live', receiver.url)).secret,
}

function subscribed(mode: string, url: string): Promise<{ id: string; secret: string }> {
  return control.call('POST', '/organizations/org_acme/webhook_subscriptions', { mode, url })
}

/** Returns the deliveries for a session that was created with this body and went through these steps. */
async function heard(
  happens: (id: string) => Promise<unknown>,
  body: object = {},
  as: Client = acme,
): Promise<{ id: string; deliveries: Delivery[] }> {
  await control.freeze(T0)
  const { id } = data<{ id: string }>(await as('POST', '/v1/sessions', body))
  receiver.deliveries.length = 0
  await happens(id)
  await control.settle()
  return {
    id,
    deliveries: receiver.deliveries.filter(({ body }) => JSON.parse(body).sessionId === id),
  }
}

const submitted = (id: string) => control.journey(id, 'submit')

for (const [type, happens, body, expected] of [
  [
    'kyc.session.completed',
    submitted,
    { expected_outcome: 'pass' },
    { status: 'completed', outcome: 'approved', decisionSource: 'automatic' },
  ],
  [
    'kyc.session.completed',
    submitted,
    { expected_outcome: 'fail' },
    { status: 'completed', outcome: 'declined', decisionSource: 'automatic' },
  ],
  [
    'kyc.session.completed',
    (id: string) => control.review(id, 'approved'),
    {},
    { status: 'completed', outcome: 'approved', decisionSource: 'reviewer' },
  ],
  [
    'kyc.session.completed',
    (id: string) => control.journey(id, 'end'),
    {},
    { status: 'completed', outcome: 'declined' },
  ],
  ['kyc.session.cancelled', control.cancel, {}, { status: 'cancelled', outcome: null }],
  [
    'kyc.session.manual_review_requested',
    submitted,
    { expected_outcome: 'review' },
    { status: 'awaiting_review', outcome: null },
  ],
  [
    'kyc.session.manual_review_requested',
    submitted,
    { expected_outcome: 'doc_quality' },
    { status: 'awaiting_review', outcome: null },
  ],
  [
    'kyc.session.expired',
    () => control.advance(7 * 24 * 3600),
    {},
    { status: 'expired', outcome: null },
  ],
] as const) {
  const ids =
    'EVT-001 EVT-002 EVB-001 EVB-002 EVB-003 EVB-005 EVB-007 EVB-008 EVB-009 EVB-010 EVB-012'
  t.test(`${ids} ${type} ${JSON.stringify(expected)}`, async (t) => {
    const { id, deliveries } = await heard(happens, body)
    t.equal(deliveries.length, 1)
    const [delivery] = deliveries
    const occurredAt = type === 'kyc.session.expired' ? '2026-11-27T09:00:00.000Z' : T0
    t.strictSame(JSON.parse(delivery!.body), {
      sessionId: id,
      ...expected,
      occurredAt,
      mode: 'test',
      type,
    })
    eventConforms(type, delivery!.body)
    t.ok(signedWith(secrets.test, delivery!))
    const [stored] = await control.events(`&session_id=${id}`)
    t.equal(delivery!.body, stored!.body, 'the stored bytes')
    t.match(
      data(await acme('GET', `/v1/sessions/${JSON.parse(delivery!.body).sessionId}`)),
      { status: expected.status, outcome: expected.outcome },
      'the detail is read by the id',
    )
  })
}

t.test('actions without a transition send no event', async (t) => {
  const { deliveries } = await heard((id) => control.journey(id, 'abandon'))
  t.strictSame(deliveries, [])
})

t.test('HDR-001 HDR-002 HDR-007 VER-003 GEN-009 the headers', async (t) => {
  const { id, deliveries } = await heard(control.cancel)
  const { headers, body } = deliveries[0]!
  const [stored] = await control.events(`&session_id=${id}`)
  t.match(headers, {
    'content-type': 'application/json',
    'content-length': String(Buffer.byteLength(body)),
    'x-webhook-event-version': '1',
    'x-webhook-id': stored!.id,
    'x-webhook-timestamp': String(Date.parse(T0) / 1000),
    'x-webhook-signature': /^v1=[0-9a-f]{64}$/,
  })
  t.notOk('x-webhook-origin' in headers, 'which marks a test ping')
  t.notOk('authorization' in headers || 'cookie' in headers)
  t.match(JSON.parse(body), { mode: 'test', type: 'kyc.session.cancelled' })
})

t.test('HDR-005 HDR-014 the signature covers exactly the body', async (t) => {
  const {
    deliveries: [delivery],
  } = await heard(control.cancel)
  const { headers, body } = delivery!
  t.ok(
    signedWith(secrets.test, {
      headers: { 'x-webhook-signature': headers['x-webhook-signature'] },
      body,
    }),
    'no other header is needed',
  )
  for (const changed of [
    body.replace('cancelled', 'completed'),
    `${body} `,
    body.slice(0, -1),
    JSON.stringify(JSON.parse(body), null, 1),
  ]) {
    t.notOk(signedWith(secrets.test, { headers, body: changed }))
  }
  t.notOk(signedWith(secrets.live, delivery!), 'nor another secret')
})

t.test(
  'one event, two receivers: the same bytes and id, each signed with its own secret',
  async (t) => {
    const other = await receiverFor(t)
    const { secret } = await subscribed('test', other.url)
    const {
      deliveries: [first],
    } = await heard(control.cancel)
    const [second] = other.deliveries
    t.equal(second!.body, first!.body)
    t.equal(second!.headers['x-webhook-id'], first!.headers['x-webhook-id'])
    t.ok(signedWith(secrets.test, first!) && signedWith(secret, second!))
    t.notOk(signedWith(secret, first!) || signedWith(secrets.test, second!))
  },
)

t.test('EVB-008 live events have mode live', async (t) => {
  const { deliveries } = await heard(submitted, {}, acmeLive)
  t.match(
    deliveries.map(({ body }) => JSON.parse(body)),
    [{ mode: 'live', outcome: 'approved', decisionSource: 'automatic' }],
  )
  t.ok(signedWith(secrets.live, deliveries[0]!))
})

t.test('EVB-011 EVB-026 EVB-027 no personal data, no reviewer, no reason', async (t) => {
  const applicant = {
    family_name: 'Unmistakable',
    given_names: ['Zebedee'],
    email: 'zeb@unmistakable.example',
    phone: '+46701740605',
    date_of_birth: '1911-11-11',
    address: { city: 'Unmistakaville', country: 'SE' },
  }
  const { deliveries } = await heard(
    async (id) => {
      await submitted(id)
      await control.review(id, 'declined')
    },
    { applicant, expected_outcome: 'review', metadata: { note: 'Unmistakable' } },
  )
  t.equal(deliveries.length, 2)
  for (const { body, headers } of deliveries) {
    t.notMatch(
      body + JSON.stringify(headers),
      /unmistaka|zeb|46701740605|1911|app_|mem_|key_|celeste|SE"/i,
    )
    t.strictSame(
      Object.keys(JSON.parse(body)).filter((name) => name !== 'decisionSource'),
      STANDARD,
      'nothing but references',
    )
  }
})
