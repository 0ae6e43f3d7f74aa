import type { ServerResponse } from 'node:http'
import t from 'tap'
import { caller } from '../../testing/contract.ts'
import { receiverFor } from '../../testing/receiver.ts'
import { data, controlClient } from '../../testing/control-client.ts'
import { demoKey, roomyWorld, simulatorFor } from '../../testing/simulator.ts'

/** Maximum of concurrent deliveries to one receiver. */
const WIDTH = 8

interface Row {
  session_id: string
  status: string
  http_code: number | null
  error_code: string | null
  latency_ms: number
  attempt: number
}

const simulator = await simulatorFor(t, { world: roomyWorld(), loopbackReceivers: true })
const acme = caller(simulator, demoKey('org_acme'))
const control = controlClient(simulator)

async function subscribed(url: string): Promise<string> {
  return data<{ id: string }>(
    await acme('POST', '/v1/webhook-subscriptions', { url, events: ['kyc.session.cancelled'] }),
  ).id
}

async function cancelled(): Promise<string> {
  const { id } = data<{ id: string }>(await acme('POST', '/v1/sessions', {}))
  await control.cancel(id)
  return id
}

async function rows(subscription: string): Promise<Row[]> {
  return data<Row[]>(
    await acme('GET', `/v1/webhook-events?limit=100&subscription_id=${subscription}`),
  )
}

// The clock of this simulator runs; the test does not move it.
const held: ServerResponse[] = []
const slow = await receiverFor(t, (_delivery, response) => {
  held.push(response)
})
const quick = await receiverFor(t)
const [toSlow, toQuick] = [await subscribed(slow.url), await subscribed(quick.url)]

t.test('a receiver that does not respond delays no other', async (t) => {
  const ids = await Promise.all(Array.from({ length: 3 * WIDTH }, cancelled))
  await quick.until(ids.length)
  await slow.until(WIDTH)
  t.equal(slow.deliveries.length, WIDTH, 'at most this many wait for it')
  t.strictSame(
    quick.deliveries.map(({ body }) => JSON.parse(body).sessionId as string).sort(),
    ids.sort(),
  )
  const late = await cancelled()
  await quick.until(ids.length + 1)
  t.equal(JSON.parse(quick.deliveries.at(-1)!.body).sessionId, late)
  t.strictSame(await rows(toSlow), [])
  t.ok((await rows(toQuick)).every(({ status }) => status === 'delivered'))
})

t.test('when a slow receiver responds, its other deliveries follow', async (t) => {
  slow.behaviour = 200
  for (const response of held.splice(0)) response.writeHead(200).end()
  await slow.until(3 * WIDTH + 1)
  t.equal(new Set(slow.deliveries.map(({ body }) => body)).size, 3 * WIDTH + 1, 'each once')
})

t.test(
  'DLV-006 an attempt without a response is given up after 15 seconds and retried',
  async (t) => {
    const before = slow.deliveries.length
    slow.behaviour = () => undefined
    const id = await cancelled()
    await slow.until(before + 1)
    slow.behaviour = 200
    // Waits for the attempt in flight.
    await control.settle()
    const [row] = await rows(toSlow)
    t.match(row, {
      session_id: id,
      status: 'failed',
      http_code: null,
      error_code: 'timeout',
      attempt: 1,
    })
    t.ok(row!.latency_ms >= 14_900 && row!.latency_ms < 20_000, String(row!.latency_ms))
    await slow.until(before + 2)
    t.equal(slow.deliveries.at(-1)!.body, slow.deliveries.at(-2)!.body)
  },
)
