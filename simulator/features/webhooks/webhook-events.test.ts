import t from 'tap'
import { caller } from '../../testing/contract.ts'
import { receiverFor } from '../../testing/receiver.ts'
import { data, problems, controlClient } from '../../testing/control-client.ts'
import { type Client, demoKey, roomyWorld, simulatorFor } from '../../testing/simulator.ts'

interface Row {
  id: string
  subscription_id: string
  session_id: string
  event_type: string
  status: string
  http_code: number | null
  latency_ms: number
  attempt: number
  error_code: string | null
  created_at: string
}
interface Page {
  data: Row[]
  has_more: boolean
  next_cursor: string | null
}

const T0 = '2026-11-20T09:00:00.000Z'
const simulator = await simulatorFor(t, { world: roomyWorld(), loopbackReceivers: true })
const acme = caller(simulator, demoKey('org_acme'))
const acmeLive = caller(simulator, demoKey('org_acme', 'live'))
const globex = caller(simulator, demoKey('org_globex'))
const umbra = caller(simulator, demoKey('org_umbra'), 'eu')
const control = controlClient(simulator)
await control.freeze(T0)

async function subscribed(url: string, as: Client = acme): Promise<{ id: string; secret: string }> {
  const events = [
    'kyc.session.completed',
    'kyc.session.cancelled',
    'kyc.session.manual_review_requested',
  ]
  return data(await as('POST', '/v1/webhook-subscriptions', { url, events }))
}

/** A session that goes to review and is then decided: two events. */
async function decided(as: Client = acme, body: object = {}): Promise<string> {
  const { id } = data<{ id: string }>(
    await as('POST', '/v1/sessions', { ...body, expected_outcome: 'review' }),
  )
  await control.journey(id, 'submit')
  await control.settle()
  if (as !== acmeLive) await control.review(id, 'approved')
  await control.settle()
  return id
}

async function log(query = '', as: Client = acme): Promise<Row[]> {
  return (await as('GET', `/v1/webhook-events?limit=100${query}`)).json<Page>().data
}

const good = await receiverFor(t, 202)
const bad = await receiverFor(t, 500)
const [toGood, toBad] = [await subscribed(good.url), await subscribed(bad.url)]
const [first, second] = [await decided(), await decided()]

t.test(
  'DLV-001 DLV-002 DLV-003 DLV-004 DLV-005 DLV-006 END-024 a row for each attempt',
  async (t) => {
    const rows = await log(`&session_id=${first}&subscription_id=${toGood.id}`)
    t.match(
      rows.map(({ id }) => id),
      [/^dlv_/, /^dlv_/],
    )
    const row = {
      subscription_id: toGood.id,
      session_id: first,
      status: 'delivered',
      http_code: 202,
      attempt: 1,
      error_code: null,
      created_at: T0,
    }
    const fixed = ({ id: _id, latency_ms: _latency, ...rest }: Row): object => rest
    t.strictSame(
      rows.map(fixed),
      [
        { ...row, event_type: 'kyc.session.completed' },
        { ...row, event_type: 'kyc.session.manual_review_requested' },
      ],
      'newest first',
    )
    t.ok(rows.every(({ latency_ms }) => Number.isInteger(latency_ms) && latency_ms >= 0))
    t.match(await log(`&session_id=${first}&subscription_id=${toBad.id}`), [
      {
        event_type: 'kyc.session.completed',
        status: 'failed',
        http_code: 500,
        error_code: 'http_5xx',
        attempt: 1,
      },
      {
        event_type: 'kyc.session.manual_review_requested',
        status: 'failed',
        http_code: 500,
        attempt: 1,
      },
    ])
  },
)

t.test('DLV-004 latency shows a slow response', async (t) => {
  const slow = await receiverFor(t, (_delivery, response) => {
    setTimeout(() => response.writeHead(200).end(), 60)
  })
  const { id } = await subscribed(slow.url)
  const session = await decided()
  const rows = await log(`&subscription_id=${id}&session_id=${session}`)
  t.equal(rows.length, 2)
  for (const { latency_ms } of rows) t.ok(latency_ms >= 55 && latency_ms < 5000, String(latency_ms))
  await acme('DELETE', `/v1/webhook-subscriptions/${id}`)
})

t.test('DLV-010 DLV-011 END-024 the filters work alone and together', async (t) => {
  const all = await log()
  const keep = (what: (row: Row) => boolean): Row[] => all.filter(what)
  t.strictSame(
    await log(`&session_id=${second}`),
    keep((row) => row.session_id === second),
  )
  t.equal((await log(`&session_id=${second}`)).length, 4)
  t.strictSame(
    await log(`&subscription_id=${toBad.id}`),
    keep((row) => row.subscription_id === toBad.id),
  )
  t.strictSame(
    await log(`&subscription_id=${toBad.id}&session_id=${first}`),
    keep((row) => row.subscription_id === toBad.id && row.session_id === first),
  )
  for (const query of [
    '&session_id=vs_000000000000000000000000',
    '&subscription_id=whs_none',
    `&session_id=${toGood.id}`,
    `&subscription_id=${first}`,
    `&session_id=${first}&subscription_id=whs_none`,
  ]) {
    t.strictSame(await log(query), [], query)
  }
})

t.test('DLV-009 END-024 pages show each row once while attempts continue', async (t) => {
  for (let i = 0; i < 10; i++) await decided()
  for (const filter of [
    '',
    `&session_id=${first}`,
    `&subscription_id=${toBad.id}`,
    `&subscription_id=${toBad.id}&session_id=${first}`,
  ]) {
    const expected = (await log(filter)).map(({ id }) => id)
    t.ok(expected.length > 1 && expected.length < 100)
    const found: string[] = []
    for (let cursor: string | null = ''; cursor !== null;) {
      const query: string = `limit=3${filter}${cursor && `&cursor=${cursor}`}`
      const page: Page = (await acme('GET', `/v1/webhook-events?${query}`)).json<Page>()
      found.push(...page.data.map(({ id }) => id))
      t.equal(page.has_more, page.next_cursor !== null)
      cursor = page.next_cursor
      if (found.length === 3) await decided()
    }
    t.strictSame(found, expected)
    t.equal(new Set(found).size, found.length)
  }
})

t.test('DLV-007 DLV-008 no secret, no payload, no data of the applicant', async (t) => {
  const session = await decided(acme, {
    applicant: { family_name: 'Unmistakable', email: 'zeb@unmistakable.example' },
    metadata: { note: 'Unmistakable' },
  })
  const { text } = await acme('GET', `/v1/webhook-events?session_id=${session}`)
  t.ok(text.includes(session))
  for (const secret of [toGood.secret, toBad.secret]) {
    const bytes = Buffer.from(secret.slice(6), 'base64')
    const forms = [secret, secret.slice(6), bytes.toString('hex'), bytes.toString('base64url')]
    for (const form of forms) t.notOk(text.includes(form))
  }
  t.notMatch(
    text,
    /occurredAt|sessionId|decisionSource|outcome|approved|v1=|unmistakable|hooks|127\.0\.0\.1/i,
  )
  const sent = good.deliveries.find(({ body }) => body.includes(session))!
  t.notOk(text.includes(sent.body) || text.includes(JSON.stringify(sent.body).slice(1, -1)))
})

t.test('PLN-002 PLN-007 the log contains rows of one organization and mode only', async (t) => {
  const live = await receiverFor(t)
  const { id } = await subscribed(live.url, acmeLive)
  const session = await decided(acmeLive)
  t.match(await log('', acmeLive), [{ session_id: session, subscription_id: id }])
  t.notOk((await log()).some((row) => row.session_id === session))
  for (const as of [globex, umbra]) t.strictSame(await log('', as), [])
  for (const as of [globex, umbra, acmeLive]) {
    t.strictSame(await log(`&session_id=${first}`, as), [], 'a session that the key cannot see')
  }
})

t.test('unknown parameters are rejected', async (t) => {
  const refused = async (query: string): Promise<string[]> =>
    problems(await acme('GET', `/v1/webhook-events?${query}`))
  t.strictSame(await refused('status=failed'), ['unrecognized_keys '])
  t.strictSame(await refused('session_id='), ['too_small session_id'])
  t.strictSame(await refused(`session_id=${'x'.repeat(101)}`), ['too_big session_id'])
  t.strictSame(await refused('session_id=a&session_id=b'), ['invalid_type session_id'])
})
