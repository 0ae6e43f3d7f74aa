import { createServer } from 'node:net'
import type { AddressInfo } from 'node:net'
import t from 'tap'
import { caller } from '../../testing/contract.ts'
import {
  type Behaviour,
  type Delivery,
  type Receiver,
  receiverFor,
  signedWith,
} from '../../testing/receiver.ts'
import { data, controlClient } from '../../testing/control-client.ts'
import { type Reply, demoKey, roomyWorld, simulatorFor } from '../../testing/simulator.ts'

const SECOND = 1000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR
/** After each failed attempt (GAP-RETRIES). */
const SCHEDULE = [5 * SECOND, 5 * MINUTE, 30 * MINUTE, 2 * HOUR, 5 * HOUR, 10 * HOUR, 10 * HOUR]
const T0 = Date.parse('2026-11-20T09:00:00.000Z')

interface Row {
  session_id: string
  status: string
  http_code: number | null
  attempt: number
  error_code: string | null
  created_at: string
}
interface Subscription {
  id: string
  secret: string
  is_active: boolean
  disabled_at: string | null
}

const simulator = await simulatorFor(t, { world: roomyWorld(), loopbackReceivers: true })
const acme = caller(simulator, demoKey('org_acme'))
const control = controlClient(simulator)

const advance = (ms: number) => control.advance(ms / 1000)
const at = (id: string): string => `/v1/webhook-subscriptions/${id}`
const bodyOf = (delivery: Delivery): Record<string, unknown> =>
  JSON.parse(delivery.body) as Record<string, unknown>

async function subscribed(url: string): Promise<Subscription> {
  return data<Subscription>(
    await acme('POST', '/v1/webhook-subscriptions', { url, events: ['kyc.session.cancelled'] }),
  )
}

/** A receiver of cancellations with this behaviour, on a clock stopped at T0; there is no other subscription. */
async function scene(
  t: Parameters<typeof receiverFor>[0],
  behaviour: Behaviour,
): Promise<{ receiver: Receiver; subscription: Subscription }> {
  await control.call('POST', '/reset', { world: true })
  await control.freeze(new Date(T0).toISOString())
  const receiver = await receiverFor(t, behaviour)
  return { receiver, subscription: await subscribed(receiver.url) }
}

async function cancelled(): Promise<string> {
  const { id } = data<{ id: string }>(await acme('POST', '/v1/sessions', {}))
  await control.cancel(id)
  await control.settle()
  return id
}

/** Rows of the log, oldest first. */
async function rows(subscription: Subscription): Promise<Row[]> {
  const page = await acme('GET', `/v1/webhook-events?limit=100&subscription_id=${subscription.id}`)
  return data<Row[]>(page).toReversed()
}

const read = (subscription: Subscription): Promise<Reply> => acme('GET', at(subscription.id))

t.test(
  'EVB-014 DLV-001 DLV-005 a receiver that fails is called again on schedule, with the same bytes',
  async (t) => {
    const { receiver, subscription } = await scene(t, 503)
    const id = await cancelled()
    for (const [i, delay] of SCHEDULE.entries()) {
      await advance(delay - 1)
      t.equal(receiver.deliveries.length, i + 1, 'a millisecond too early')
      await advance(1)
      t.equal(receiver.deliveries.length, i + 2, `${delay} ms after attempt ${i + 1}`)
    }
    await advance(30 * DAY)
    t.equal(receiver.deliveries.length, 8, 'eight attempts and no more')
    const [first] = receiver.deliveries
    let due = T0
    for (const [i, delivery] of receiver.deliveries.entries()) {
      t.equal(delivery.body, first!.body)
      t.equal(delivery.headers['x-webhook-id'], first!.headers['x-webhook-id'])
      t.equal(delivery.headers['x-webhook-timestamp'], String(due / SECOND))
      t.ok(signedWith(subscription.secret, delivery))
      due += SCHEDULE[i] ?? 0
    }
    due = T0
    t.match(
      await rows(subscription),
      [0, ...SCHEDULE].map((delay, i) => {
        due += delay
        return {
          session_id: id,
          attempt: i + 1,
          status: 'failed',
          http_code: 503,
          error_code: 'http_5xx',
          created_at: new Date(due).toISOString(),
        }
      }),
    )
    t.match(data(await read(subscription)), { is_active: true }, 'a day of failures is not five')
  },
)

t.test('SUB-001 a scheme in another case is stored, shown and called', async (t) => {
  const { receiver } = await scene(t, 200)
  const url = receiver.url.replace('https://', 'HTTPS://')
  const subscription = await subscribed(url)
  t.match(data(await read(subscription)), { url })
  const id = await cancelled()
  t.match(await rows(subscription), [{ session_id: id, status: 'delivered', http_code: 200 }])
  t.equal(receiver.deliveries.filter((one) => signedWith(subscription.secret, one)).length, 1)
})

t.test('one advance of the clock over the whole time gives the same result', async (t) => {
  const { receiver, subscription } = await scene(t, 503)
  await cancelled()
  await advance(2 * DAY)
  t.equal(receiver.deliveries.length, 8)
  const times = (await rows(subscription)).map(({ created_at }) => Date.parse(created_at))
  t.strictSame(
    times.slice(1).map((time, i) => time - times[i]!),
    SCHEDULE,
  )
})

t.test('a successful attempt ends the retries', async (t) => {
  const { receiver, subscription } = await scene(t, 500)
  await cancelled()
  await advance(5 * SECOND)
  receiver.behaviour = 200
  await advance(DAY)
  t.equal(receiver.deliveries.length, 3)
  t.strictSame(
    (await rows(subscription)).map(({ status, attempt }) => [status, attempt]),
    [
      ['failed', 1],
      ['failed', 2],
      ['delivered', 3],
    ],
  )
})

t.test('DLV-002 DLV-003 DLV-006 the result of each kind of response', async (t) => {
  for (const [status, outcome, error_code] of [
    [200, 'delivered', null],
    [201, 'delivered', null],
    [202, 'delivered', null],
    [204, 'delivered', null],
    [299, 'delivered', null],
    [300, 'failed', 'redirect_refused'],
    [304, 'failed', 'redirect_refused'],
    [400, 'failed', 'http_4xx'],
    [401, 'failed', 'http_4xx'],
    [404, 'failed', 'http_4xx'],
    [429, 'failed', 'http_4xx'],
    [500, 'failed', 'http_5xx'],
    [503, 'failed', 'http_5xx'],
    [599, 'failed', 'http_5xx'],
  ] as const) {
    const { receiver, subscription } = await scene(t, status)
    await cancelled()
    t.match(
      await rows(subscription),
      [{ status: outcome, http_code: status, error_code, attempt: 1 }],
      String(status),
    )
    await advance(MINUTE)
    t.equal(receiver.deliveries.length, outcome === 'delivered' ? 1 : 2)
  }
})

t.test('a redirect is a failure and is not followed', async (t) => {
  const target = await receiverFor(t)
  for (const status of [301, 302, 303, 307, 308]) {
    const { subscription } = await scene(t, (_delivery, response) => {
      response.writeHead(status, { location: target.url }).end()
    })
    await cancelled()
    t.match(await rows(subscription), [
      { status: 'failed', http_code: status, error_code: 'redirect_refused' },
    ])
  }
  t.equal(target.deliveries.length, 0)
})

t.test('an unreachable receiver is a failed attempt', async (t) => {
  const reset = createServer((socket) => socket.resetAndDestroy())
  const plain = createServer((socket) => socket.end('HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n'))
  const silent = createServer((socket) => socket.end())
  for (const server of [reset, plain, silent]) {
    await new Promise<void>((resolve) => {
      server.listen(0, '127.0.0.1', resolve)
    })
    t.teardown(() => server.close())
  }
  const urlOf = (server: typeof reset): string =>
    `https://127.0.0.1:${(server.address() as AddressInfo).port}/`
  const gone = await receiverFor(t)
  await gone.close()
  for (const [what, url, error_code] of [
    ['refused', gone.url, 'connection_failed'],
    ['reset', urlOf(reset), 'connection_failed'],
    ['closed at once', urlOf(silent), 'connection_failed'],
    ['no TLS', urlOf(plain), 'tls_failure'],
    ['a private address', 'https://10.0.0.1/', 'blocked_address'],
    ['a metadata service', 'https://169.254.169.254/latest/meta-data', 'blocked_address'],
    ['every address of this machine', 'https://0.0.0.0/', 'blocked_address'],
    ['a disguised private address', 'https://[::ffff:10.0.0.1]/', 'blocked_address'],
    ['a private address as a number', 'https://167772161/', 'blocked_address'],
    ['a unique local address', 'https://[fd00::1]/', 'blocked_address'],
    ['no such name', `https://${'x'.repeat(64)}.example/`, 'dns_failure'],
  ] as const) {
    const { subscription } = await scene(t, 200)
    await acme('PATCH', at(subscription.id), { url })
    await cancelled()
    t.match(
      await rows(subscription),
      [{ status: 'failed', http_code: null, error_code, attempt: 1 }],
      what,
    )
    await advance(5 * SECOND)
    t.equal((await rows(subscription)).length, 2, 'and is tried again')
  }
})

t.test('loopback is called only if allowed', async (t) => {
  const strict = await simulatorFor(t, { loopbackReceivers: false })
  const control = controlClient(strict)
  const as = caller(strict, demoKey('org_acme'))
  await control.freeze()
  const receiver = await receiverFor(t)
  for (const url of [
    receiver.url,
    receiver.url.replace('127.0.0.1', 'localhost'),
    receiver.url.replace('127.0.0.1', '[::ffff:127.0.0.1]'),
    receiver.url.replace('127.0.0.1', '127.1'),
    receiver.url.replace('127.0.0.1', '127.9.9.9'),
  ]) {
    const { id } = data<Subscription>(
      await as('POST', '/v1/webhook-subscriptions', { url, events: ['kyc.session.cancelled'] }),
    )
    await control.cancel(data<{ id: string }>(await as('POST', '/v1/sessions', {})).id)
    await control.settle()
    t.match(
      (await as('GET', `/v1/webhook-events?subscription_id=${id}`)).json(),
      { data: [{ http_code: null, error_code: 'blocked_address' }] },
      url,
    )
  }
  t.equal(receiver.deliveries.length, 0)
})

t.test('an endless response is cut off; its status counts', async (t) => {
  let cut = false
  const { subscription } = await scene(t, (_delivery, response) => {
    response.writeHead(200)
    response.on('close', () => {
      cut = true
    })
    const more = (): void => {
      if (response.writable) response.write(Buffer.alloc(65_536), more)
    }
    more()
  })
  await cancelled()
  t.match(await rows(subscription), [{ status: 'delivered', http_code: 200 }])
  t.ok(cut)
})

t.test('410 disables the subscription at once', async (t) => {
  const { receiver, subscription } = await scene(t, 410)
  await cancelled()
  t.match(data(await read(subscription)), {
    is_active: false,
    disabled_at: new Date(T0).toISOString(),
  })
  t.match(await rows(subscription), [{ status: 'failed', http_code: 410, error_code: 'http_4xx' }])
  await cancelled()
  await advance(2 * DAY)
  t.equal(receiver.deliveries.length, 1, 'no further delivery')
  receiver.behaviour = 200
  t.match(data(await acme('PATCH', at(subscription.id), { is_active: true })), {
    is_active: true,
    disabled_at: null,
  })
  const id = await cancelled()
  t.strictSame(
    receiver.deliveries.slice(1).map((delivery) => bodyOf(delivery).sessionId),
    [id],
    'a restored subscription gets later events',
  )
})

t.test('410 also drops the retries of other events', async (t) => {
  const { receiver, subscription } = await scene(t, 500)
  await cancelled()
  receiver.behaviour = 410
  await cancelled()
  await advance(2 * DAY)
  t.equal(receiver.deliveries.length, 2)
  t.match(data(await read(subscription)), { is_active: false })
})

t.test(
  'a retry that 410 has dropped is not sent if the subscription is restored before',
  async (t) => {
    const { receiver, subscription } = await scene(t, 500)
    await cancelled()
    receiver.behaviour = 410
    await cancelled()
    receiver.behaviour = 200
    await acme('PATCH', at(subscription.id), { is_active: true })
    const id = await cancelled()
    await advance(2 * DAY)
    t.strictSame(
      receiver.deliveries.slice(2).map((delivery) => bodyOf(delivery).sessionId),
      [id],
    )
  },
)

t.test('five days of failures only disable the subscription', async (t) => {
  const { receiver, subscription } = await scene(t, 500)
  await cancelled()
  for (let day = 1; day <= 4; day++) {
    await advance(DAY)
    await cancelled()
    t.match(data(await read(subscription)), { is_active: true }, `day ${day}`)
  }
  // The last retries of the fourth day's event are ten hours apart: one of them is the first beyond five days.
  await advance(DAY - 1)
  t.match(data(await read(subscription)), { is_active: true })
  await advance(DAY)
  const { is_active, disabled_at } = data<Subscription>(await read(subscription))
  t.equal(is_active, false)
  const last = (await rows(subscription)).at(-1)!
  t.equal(disabled_at, last.created_at, 'with the first attempt beyond five days')
  t.ok(Date.parse(last.created_at) - T0 >= 5 * DAY)
  const sent = receiver.deliveries.length
  await cancelled()
  await advance(2 * DAY)
  t.equal(receiver.deliveries.length, sent)
})

t.test('another URL begins without failures', async (t) => {
  const { receiver, subscription } = await scene(t, 500)
  for (let day = 0; day < 5; day++) {
    await cancelled()
    await advance(DAY - HOUR)
  }
  await acme('PATCH', at(subscription.id), { url: `${receiver.url}/new` })
  await cancelled()
  await advance(2 * DAY)
  t.match(receiver.deliveries.at(-1), { path: /new$/ })
  t.match(data(await read(subscription)), { is_active: true })
})

t.test('the late 410 of a replaced URL does not disable the subscription', async (t) => {
  let respond = () => {}
  const { receiver, subscription } = await scene(t, (_, response) => {
    respond = () => response.writeHead(410).end()
  })
  const { id } = data<{ id: string }>(await acme('POST', '/v1/sessions', {}))
  await control.cancel(id)
  await receiver.until(1)
  await acme('PATCH', at(subscription.id), { url: `${receiver.url}/new` })
  respond()
  await control.settle()
  t.match(await rows(subscription), [{ status: 'failed', http_code: 410 }])
  t.match(data(await read(subscription)), { is_active: true })
})

t.test('one success resets the failures before it', async (t) => {
  const { receiver, subscription } = await scene(t, 500)
  for (let day = 0; day < 12; day++) {
    receiver.behaviour = day === 4 || day === 8 ? 200 : 500
    await cancelled()
    await advance(DAY)
    t.match(data(await read(subscription)), { is_active: true }, `day ${day}`)
  }
})

t.test('a pause also holds back retries', async (t) => {
  const { receiver, subscription } = await scene(t, 500)
  await cancelled()
  await acme('PATCH', at(subscription.id), { is_active: false })
  await advance(2 * DAY)
  t.equal(receiver.deliveries.length, 1)
  receiver.behaviour = 200
  await acme('PATCH', at(subscription.id), { is_active: true })
  await control.settle()
  t.equal(receiver.deliveries.length, 2, 'deliveries due during the pause are sent when it ends')
  t.equal(receiver.deliveries[1]!.body, receiver.deliveries[0]!.body, 'the same bytes')
  t.match(await rows(subscription), [
    { status: 'failed', attempt: 1 },
    { status: 'delivered', attempt: 2 },
  ])
  for (const is_active of [false, true]) await acme('PATCH', at(subscription.id), { is_active })
  await advance(2 * DAY)
  t.equal(receiver.deliveries.length, 2, 'once')
})

t.test('a retry that is not yet due when a pause ends keeps its time', async (t) => {
  const { receiver, subscription } = await scene(t, 500)
  await cancelled()
  for (const is_active of [false, true]) await acme('PATCH', at(subscription.id), { is_active })
  await advance(SCHEDULE[0]! - 1)
  t.equal(receiver.deliveries.length, 1)
  await advance(1)
  t.equal(receiver.deliveries.length, 2)
})

t.test('EVT-001 many concurrent events all arrive, each once', async (t) => {
  const { receiver } = await scene(t, (_delivery, response) => {
    setTimeout(() => response.writeHead(200).end(), 20)
  })
  const ids = await Promise.all(
    Array.from({ length: 60 }, async () => {
      const { id } = data<{ id: string }>(await acme('POST', '/v1/sessions', {}))
      await control.cancel(id)
      return id
    }),
  )
  await control.settle()
  t.strictSame(
    receiver.deliveries.map((delivery) => bodyOf(delivery).sessionId as string).sort(),
    ids.sort(),
  )
})

t.test('a wipe during a delivery does no harm', async (t) => {
  for (const wipe of ['reset', 'organization gone', 'subscription gone'] as const) {
    const answers: (() => void)[] = []
    const { receiver, subscription } = await scene(t, (_delivery, response) => {
      answers.push(() => response.writeHead(500).end())
    })
    await control.call('POST', '/clock/resume')
    const { id } = data<{ id: string }>(await acme('POST', '/v1/sessions', {}))
    await control.cancel(id)
    await receiver.until(1)
    if (wipe === 'reset') await control.call('POST', '/reset', { organization: 'org_acme' })
    if (wipe === 'organization gone') await control.call('DELETE', '/organizations/org_acme')
    if (wipe === 'subscription gone') await acme('DELETE', at(subscription.id))
    answers[0]!()
    await control.settle()
    await advance(2 * DAY)
    t.equal(receiver.deliveries.length, 1, `${wipe}: no retry`)
    const { next_job_at } = await control.call<{ next_job_at: string | null }>('GET', '/health')
    if (wipe !== 'subscription gone') t.equal(next_job_at, null, `${wipe}: no job is left`)
  }
})
