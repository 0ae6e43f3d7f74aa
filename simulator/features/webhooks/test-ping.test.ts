import t from 'tap'
import { caller } from '../../testing/contract.ts'
import { receiverFor, signedWith } from '../../testing/receiver.ts'
import { data, refusal, controlClient } from '../../testing/control-client.ts'
import { type Client, demoKey, roomyWorld, simulatorFor } from '../../testing/simulator.ts'

interface Subscription {
  id: string
  secret: string
}

const simulator = await simulatorFor(t, { world: roomyWorld(), loopbackReceivers: true })
const acme = caller(simulator, demoKey('org_acme'))
const control = controlClient(simulator)
const EVENTS = ['kyc.session.cancelled']

async function subscribed(url: string, as: Client = acme): Promise<Subscription> {
  return data<Subscription>(await as('POST', '/v1/webhook-subscriptions', { url, events: EVENTS }))
}

async function cancelled(): Promise<void> {
  const { id } = data<{ id: string }>(await acme('POST', '/v1/sessions', {}))
  await control.cancel(id)
}

t.test('HDR-006 HDR-009 HDR-011 a ping is signed, has its origin and no version', async (t) => {
  for (const mode of ['test', 'live'] as const) {
    const receiver = await receiverFor(t)
    const as = caller(simulator, demoKey('org_acme', mode))
    const { id, secret } = await subscribed(receiver.url, as)
    const accepted = await as('POST', `/v1/webhook-subscriptions/${id}/test`)
    t.equal(accepted.status, 202)
    const [ping] = await receiver.until(1)
    t.equal(ping!.headers['x-webhook-origin'], 'test_ping')
    t.equal(ping!.headers['x-webhook-event-version'], undefined)
    t.equal(ping!.headers['x-webhook-id'], data<{ event_id: string }>(accepted).event_id)
    t.ok(signedWith(secret, ping!))
    t.match(JSON.parse(ping!.body), { test: true, mode })
  }
})

t.test('a failed ping is not retried and has one row in the log', async (t) => {
  await control.freeze('2026-11-20T08:00:00.000Z')
  const receiver = await receiverFor(t, 500)
  const { id } = await subscribed(receiver.url)
  await acme('POST', `/v1/webhook-subscriptions/${id}/test`)
  await control.settle()
  await control.advance(3600)
  t.equal(receiver.deliveries.length, 1)
  const { data: rows } = (await acme('GET', `/v1/webhook-events?subscription_id=${id}`)).json<{
    data: object[]
  }>()
  t.match(rows, [
    {
      event_type: 'webhook.test_ping',
      session_id: null,
      status: 'failed',
      http_code: 500,
      attempt: 1,
    },
  ])
  t.equal(rows.length, 1)
})

t.test(
  'SUB-008 a rotated secret signs together with the old one for a day, then alone',
  async (t) => {
    const receiver = await receiverFor(t)
    const first = await subscribed(receiver.url)
    const rotated = data<Subscription>(
      await acme('POST', `/v1/webhook-subscriptions/${first.id}/rotate-secret`),
    )
    t.match(rotated.secret, /^whsec_/)
    t.not(rotated.secret, first.secret)
    t.notOk(
      (await acme('GET', `/v1/webhook-subscriptions/${first.id}`)).text.includes('whsec_'),
      'shown only once',
    )

    await cancelled()
    await control.settle()
    t.ok(signedWith(rotated.secret, receiver.deliveries[0]!))
    t.ok(
      signedWith(first.secret, receiver.deliveries[0]!),
      'a receiver with the old secret can still verify',
    )

    await control.advance(24 * 3600)
    await cancelled()
    await control.settle()
    t.ok(signedWith(rotated.secret, receiver.deliveries[1]!))
    t.notOk(signedWith(first.secret, receiver.deliveries[1]!))
  },
)

t.test('SUB-008 each replaced secret signs for a day, up to ten secrets in all', async (t) => {
  const receiver = await receiverFor(t)
  const { id, secret } = await subscribed(receiver.url)
  const secrets = [secret]
  const rotate = async (times: number): Promise<void> => {
    for (let i = 0; i < times; i++) {
      const path = `/v1/webhook-subscriptions/${id}/rotate-secret`
      secrets.unshift(data<Subscription>(await acme('POST', path)).secret)
    }
  }
  /** Numbers of the secrets that sign the next delivery; 0 is the newest. */
  const signing = async (): Promise<number[]> => {
    await cancelled()
    await control.settle()
    const delivery = receiver.deliveries.at(-1)!
    return secrets.flatMap((one, i) => (signedWith(one, delivery) ? [i] : []))
  }
  await rotate(2)
  t.same(await signing(), [0, 1, 2])
  await control.advance(12 * 3600)
  await rotate(1)
  await control.advance(12 * 3600)
  t.same(await signing(), [0, 1], 'a day after the first two rotations')
  await rotate(12)
  t.same(await signing(), [0, 1, 2, 3, 4, 5, 6, 7, 8, 9])
})

t.test('other organizations cannot ping or rotate', async (t) => {
  const { id } = await subscribed('https://192.0.2.7/')
  for (const key of [demoKey('org_globex'), demoKey('org_acme', 'live')]) {
    const stranger = caller(simulator, key)
    for (const action of ['test', 'rotate-secret']) {
      t.equal(
        refusal(await stranger('POST', `/v1/webhook-subscriptions/${id}/${action}`)),
        '404 resource_not_found',
      )
    }
  }
})
