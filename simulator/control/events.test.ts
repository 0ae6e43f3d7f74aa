import t from 'tap'
import { eventConforms } from '../testing/contract.ts'
import { receiverFor, signedWith } from '../testing/receiver.ts'
import { data, controlClient } from '../testing/control-client.ts'
import { client, demoKey, roomyWorld, simulatorFor } from '../testing/simulator.ts'

interface Subscription {
  id: string
  secret: string
}
interface Event {
  id: string
  body: string
}

const simulator = await simulatorFor(t, { world: roomyWorld(), loopbackReceivers: true })
const acme = client(simulator, demoKey('org_acme'))
const control = controlClient(simulator)

async function subscribed(url: string, events = ['kyc.session.completed']): Promise<Subscription> {
  return data<Subscription>(await acme('POST', '/v1/webhook-subscriptions', { url, events }))
}

async function completed(): Promise<string> {
  const { id } = data<{ id: string }>(await acme('POST', '/v1/sessions', {}))
  await control.journey(id, 'submit')
  return id
}

t.test(
  'EVB-013 EVB-015 EVB-016 EVB-021 HDR-008 an event of the past has no mode, type or decisionSource, and a replay fills nothing in',
  async (t) => {
    const receiver = await receiverFor(t)
    const { id, secret } = await subscribed(receiver.url)
    const session = await completed()
    await receiver.until(1)
    const old = await control.call<Event>('POST', `/sessions/${session}/legacy_events`, {
      type: 'kyc.session.completed',
    })
    await receiver.until(2)
    t.strictSame(Object.keys(JSON.parse(old.body) as object), [
      'sessionId',
      'status',
      'outcome',
      'occurredAt',
    ])
    eventConforms('kyc.session.completed', old.body)

    t.match(await control.call('POST', `/events/${old.id}/replay`), {
      event_id: old.id,
      deliveries: 1,
    })
    const [, first, again] = await receiver.until(3)
    t.equal(again!.body, first!.body, 'byte for byte')
    t.equal(again!.body, old.body)
    t.equal(again!.headers['x-webhook-event-version'], '1')
    t.equal(again!.headers['x-webhook-id'], old.id)
    t.ok(signedWith(secret, again!))
    await acme('DELETE', `/v1/webhook-subscriptions/${id}`)
  },
)

t.test(
  'a replay reaches only the subscriptions to the type, or the named subscription',
  async (t) => {
    const receiver = await receiverFor(t)
    const { id } = await subscribed(receiver.url)
    const other = await subscribed(receiver.url, ['kyc.session.expired'])
    const session = await completed()
    await receiver.until(1)
    const [event] = await control.events(`&session_id=${session}`)
    t.match(
      await control.call('POST', `/events/${event!.id}/replay`, { subscription_id: other.id }),
      { deliveries: 1 },
    )
    await receiver.until(2)
    await acme('PATCH', `/v1/webhook-subscriptions/${id}`, { is_active: false })
    t.match(await control.call('POST', `/events/${event!.id}/replay`), { deliveries: 0 })
    t.equal(
      (await control.ask('POST', `/events/${event!.id}/replay`, { subscription_id: id })).status,
      422,
    )
    t.equal((await control.ask('POST', '/events/evt_nothing/replay')).status, 404)
  },
)

t.test('a ping is replayed only to the named subscription', async (t) => {
  const receiver = await receiverFor(t)
  const { id } = await subscribed(receiver.url)
  const { event_id } = data<{ event_id: string }>(
    await acme('POST', `/v1/webhook-subscriptions/${id}/test`),
  )
  await receiver.until(1)
  const unnamed = await control.ask('POST', `/events/${event_id}/replay`)
  t.equal(unnamed.status, 422, 'rejected; before, it returned 200 and sent nothing')
  t.match(unnamed.text, /Name the subscription/)
  const replay = await control.call('POST', `/events/${event_id}/replay`, { subscription_id: id })
  t.match(replay, { event_id, deliveries: 1 })
  const [first, again] = await receiver.until(2)
  t.equal(again!.body, first!.body)
  t.equal(again!.headers['x-webhook-origin'], 'test_ping')
  await acme('DELETE', `/v1/webhook-subscriptions/${id}`)
})
