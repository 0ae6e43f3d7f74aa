import { createHmac } from 'node:crypto'
import t, { type Test } from 'tap'
import type { Call } from '../call/call.ts'
import type { Forward } from '../features/webhooks/forwarders.ts'
import { client, demoKey } from '../testing/simulator.ts'
import { data, controlClient } from '../testing/control-client.ts'
import { forwarderHandlers } from './forwarders.ts'
import type { ControlHost } from './host.ts'
import { controlFor, dataOf, newSession } from './testing.ts'

interface Line {
  kind: 'ready' | 'delivery' | 'ping' | 'request' | 'event'
  id: string
  subscription_id: string
  secret: string
  headers: Record<string, string>
  body: string
}

/** Reads a response of lines; `end` closes the connection. */
async function linesOf(
  url: string,
  body?: object,
): Promise<{ next(kind: string): Promise<Line>; end(): void; status: number }> {
  const abort = new AbortController()
  const response = await fetch(url, {
    signal: abort.signal,
    ...(body && {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    }),
  })
  const reader = response.body!.pipeThrough(new TextDecoderStream()).getReader()
  const lines: Line[] = []
  let rest = ''
  const next = async (kind: string): Promise<Line> => {
    for (;;) {
      const at = lines.findIndex((line) => line.kind === kind)
      if (at >= 0) return lines.splice(at, 1)[0]!
      const { value, done } = await reader.read()
      if (done) throw new Error(`the lines ended before one of kind ${kind}`)
      const parts = (rest + value).split('\n')
      rest = parts.pop()!
      lines.push(...parts.map((part) => JSON.parse(part) as Line))
    }
  }
  return { next, status: response.status, end: () => abort.abort() }
}

async function eventually(t: Test, holds: () => Promise<boolean>, what: string): Promise<void> {
  const end = Date.now() + 10_000
  while (!(await holds())) {
    if (Date.now() > end) return void t.fail(`not within ten seconds: ${what}`)
    await new Promise((resolve) => setTimeout(resolve, 5))
  }
  t.pass(what)
}

t.test(
  'a program receives signed webhooks over its own connection, and its outcomes are logged',
  async (t) => {
    const { simulator, control } = await controlFor(t)
    const base = `${simulator.control_url}/control/v1`
    const lines = await linesOf(`${base}/organizations/org_acme/forwarders`, {
      mode: 'test',
      events: ['kyc.session.completed'],
    })
    const ready = await lines.next('ready')
    const { secret } = dataOf<{ secret: string }>(
      await control('GET', '/organizations/org_acme/forwarder_secret?mode=test'),
    )
    t.equal(ready.secret, secret, 'the secret is known before a forwarder runs')
    const key = demoKey('org_acme')
    const session = await newSession(client(simulator, key))
    await controlClient(simulator).journey(session, 'submit')

    const first = await lines.next('delivery')
    const mac = createHmac('sha256', Buffer.from(secret.slice('whsec_'.length), 'base64'))
    t.equal(first.headers['X-Webhook-Signature'], `v1=${mac.update(first.body).digest('hex')}`)
    t.match(JSON.parse(first.body), { sessionId: session, type: 'kyc.session.completed' })
    const outcome = (delivery_id: string, result: object) =>
      control('POST', `/forwarders/${ready.id}/outcomes`, { delivery_id, ...result })
    t.equal((await outcome(first.id, { status: 500 })).status, 204)
    t.equal((await outcome(first.id, { status: 200 })).status, 404, 'one outcome for each attempt')

    await eventually(
      t,
      async () =>
        dataOf<unknown[]>(await control('GET', `/deliveries?session_id=${session}`)).length === 1,
      'the failed attempt is in the delivery log',
    )
    const retried = control('POST', '/clock/advance', { seconds: 3600 })
    const second = await lines.next('delivery')
    t.equal(second.body, first.body, 'a retry sends the same bytes')
    await outcome(second.id, { status: 204 })
    await retried
    const rows = dataOf<{ status: string; http_code: number | null; error_code: string | null }[]>(
      await control('GET', `/deliveries?session_id=${session}`),
    )
    t.match(rows, [
      { status: 'delivered', http_code: 204, error_code: null },
      { status: 'failed', http_code: 500, error_code: 'http_5xx' },
    ])

    const subscriptions = async () =>
      data<{ id: string }[]>(await client(simulator, key)('GET', '/v1/webhook-subscriptions')).map(
        ({ id }) => id,
      )
    t.strictSame(await subscriptions(), [ready.subscription_id])
    lines.end()
    await eventually(
      t,
      async () => (await subscriptions()).length === 0,
      'closing the connection deletes the subscription',
    )
  },
)

t.test('the lines of a deleted organization end', async (t) => {
  const { simulator, control } = await controlFor(t)
  const made = await control('POST', '/organizations', { name: 'Gone', region: 'us' })
  const { id } = dataOf<{ id: string }>(made)
  const base = `${simulator.control_url}/control/v1/organizations`
  const lines = await linesOf(`${base}/${id}/forwarders`, { mode: 'test' })
  const other = await linesOf(`${base}/org_acme/forwarders`, { mode: 'test' })
  await lines.next('ready')
  await other.next('ready')
  t.equal((await control('DELETE', `/organizations/${id}`)).status, 200)
  await t.rejects(lines.next('delivery'), /the lines ended/)
  const acme = client(simulator, demoKey('org_acme'))
  await controlClient(simulator).cancel(await newSession(acme))
  t.match(await other.next('delivery'), { body: /kyc.session.cancelled/ }, 'others stay')
})

t.test('a snapshot, its restore and a reset keep open forwarders', async (t) => {
  const { simulator, control } = await controlFor(t)
  const base = `${simulator.control_url}/control/v1`
  const before = dataOf<{ id: string }>(await control('POST', '/snapshots'))
  const open = () => linesOf(`${base}/organizations/org_acme/forwarders`, { mode: 'test' })
  const closed = await open()
  await closed.next('ready')
  const during = dataOf<{ id: string }>(await control('POST', '/snapshots'))
  const lines = await open()
  const { id, subscription_id } = await lines.next('ready')
  closed.end()
  const subscribed = async (): Promise<string[]> =>
    dataOf<{ id: string }[]>(
      await control('GET', '/organizations/org_acme/webhook_subscriptions'),
    ).map((one) => one.id)
  await eventually(t, async () => (await subscribed()).length === 1, 'the other one has ended')
  for (const [what, method, path, body] of [
    ['a snapshot of before', 'POST', `/snapshots/${before.id}/restore`, undefined],
    ['a snapshot with the other forwarder', 'POST', `/snapshots/${during.id}/restore`, undefined],
    ['a reset of the world', 'POST', '/reset', { world: true }],
  ] as const) {
    t.equal((await control(method, path, body)).status, 200, what)
    t.strictSame(await subscribed(), [subscription_id], what)
  }
  const session = await newSession(client(simulator, demoKey('org_acme')))
  await controlClient(simulator).cancel(session)
  const delivery = await lines.next('delivery')
  t.match(delivery.body, session)
  await control('POST', `/forwarders/${id}/outcomes`, { delivery_id: delivery.id, status: 200 })
  lines.end()
})

t.test('a delivery fails when its program disconnects', async (t) => {
  const { simulator, control } = await controlFor(t)
  const lines = await linesOf(
    `${simulator.control_url}/control/v1/organizations/org_acme/forwarders`,
    { mode: 'test' },
  )
  await lines.next('ready')
  const session = await newSession(client(simulator, demoKey('org_acme')))
  await controlClient(simulator).cancel(session)
  await lines.next('delivery')
  lines.end()
  await control('POST', '/settle')
  t.match(dataOf(await control('GET', `/deliveries?session_id=${session}`)), [
    { status: 'failed', error_code: 'connection_failed' },
  ])
})

t.test(
  'an attempt without a report in time has failed, and a later report is refused',
  async (t) => {
    const { simulator } = await controlFor(t)
    let forward: Forward | undefined
    let close = () => {}
    const host = {
      forwarders: {
        open: async (_: unknown, __: unknown, ___: unknown, given: Forward) => {
          forward = given
          return { id: 'fwd_a', ended: new Promise<void>(() => {}), close: async () => {} }
        },
      },
      streams: {
        answer: (begin: (write: (line: object) => void) => () => void) => {
          close = begin(() => {})
          return { status: 200 }
        },
      },
    }
    const { openForwarder, reportForwardOutcome } = forwarderHandlers(
      simulator.ports,
      host as unknown as ControlHost,
      10,
    )
    const call = (body: object) =>
      ({ params: { id: 'org_acme', forwarder_id: 'fwd_a' }, body }) as unknown as Call
    await openForwarder!.run(call({ mode: 'test' }))
    t.strictSame(await forward!({ id: 'a', headers: {}, body: '' }), { error: 'timeout' })
    t.throws(() => reportForwardOutcome!.run(call({ delivery_id: 'a', status: 200 })), {
      code: 'resource_not_found',
    })
    close()
  },
)

t.test('the feed reports requests, events and deliveries, also with the journal off', async (t) => {
  const { simulator, control } = await controlFor(t)
  const base = `${simulator.control_url}/control/v1`
  const lines = await linesOf(`${base}/feed?organization=org_acme`)
  await lines.next('ready')
  const forwarded = await linesOf(`${base}/organizations/org_acme/forwarders`, { mode: 'test' })
  const { id } = await forwarded.next('ready')
  await newSession(client(simulator, demoKey('org_globex', 'live')))
  const session = await newSession(client(simulator, demoKey('org_acme')))
  t.match(await lines.next('request'), {
    organization: 'org_acme',
    operation: 'createSession',
    status: 201,
  })
  await controlClient(simulator).cancel(session)
  t.match(await lines.next('event'), { session_id: session, type: 'kyc.session.cancelled' })
  const { id: delivery_id } = await forwarded.next('delivery')
  await control('POST', `/forwarders/${id}/outcomes`, { delivery_id, status: 503 })
  t.match(await lines.next('delivery'), { session_id: session, http_code: 503, attempt: 1 })
  t.strictSame(dataOf(await control('GET', '/requests')), [], 'the journal keeps nothing')
  lines.end()
  forwarded.end()
  t.match((await control('GET', '/feed?kinds=request,gossip')).text, /Unknown kind 'gossip'/)
  const repeated = await control('GET', '/feed?kinds=request&kinds=event')
  t.equal(repeated.status, 422)
  t.match(repeated.text, /Expected one value; send the parameter once/)
})

t.test('invalid requests of forwarders are rejected', async (t) => {
  const { control } = await controlFor(t)
  t.equal(
    (await control('POST', '/organizations/org_none/forwarders', { mode: 'test' })).status,
    404,
  )
  t.equal((await control('POST', '/organizations/org_acme/forwarders', {})).status, 422)
  t.equal(
    (await control('POST', '/forwarders/fwd_none/outcomes', { delivery_id: 'x', status: 200 }))
      .status,
    404,
  )
  t.equal(
    (await control('POST', '/forwarders/fwd_none/outcomes', { delivery_id: 'x', status: 42 }))
      .status,
    422,
  )
})
