import t, { type Test } from 'tap'
import { caller } from '../../testing/contract.ts'
import { controlClient, data } from '../../testing/control-client.ts'
import { type Receiver, receiverFor } from '../../testing/receiver.ts'
import { demoKey, roomyWorld, simulatorFor } from '../../testing/simulator.ts'

const simulator = await simulatorFor(t, { world: roomyWorld(), loopbackReceivers: true })
const acme = caller(simulator, demoKey('org_acme'))
const control = controlClient(simulator)
await control.freeze('2026-11-20T09:00:00.000Z')

/** A receiver whose first attempt has failed, and whose retry became due during a pause. */
async function paused(
  t: Test,
  behaviour = 200,
): Promise<{
  receiver: Receiver
  id: string
  pause: () => Promise<number>
  resume: () => Promise<number>
}> {
  const receiver = await receiverFor(t, 500)
  const { id } = data<{ id: string }>(
    await acme('POST', '/v1/webhook-subscriptions', {
      url: receiver.url,
      events: ['kyc.session.cancelled'],
    }),
  )
  const change = async (is_active: boolean): Promise<number> =>
    (await acme('PATCH', `/v1/webhook-subscriptions/${id}`, { is_active })).status
  const session = data<{ id: string }>(await acme('POST', '/v1/sessions', {}))
  await control.cancel(session.id)
  await control.settle()
  await change(false)
  await control.advance(3600)
  t.equal(receiver.deliveries.length, 1)
  receiver.behaviour = behaviour
  return { receiver, id, pause: () => change(false), resume: () => change(true) }
}

/** Ends a pause in the world alone. */
function end(id: string): void {
  const subscription = simulator.ports.world
    .organization('org_acme')!
    .webhook_subscriptions!.find((one) => one.id === id)!
  subscription.status = 'enabled'
  delete subscription.disabled_reason
  delete subscription.disabled_at
}

t.test(
  'the end of a pause that a crash interrupted is completed when it is repeated',
  async (t) => {
    const { receiver, id, resume } = await paused(t)
    // The process ended after it had stored the subscription.
    await simulator.ports.world.update(() => end(id))
    await control.settle()
    t.equal(receiver.deliveries.length, 1)
    t.equal(await resume(), 200)
    await control.settle()
    t.equal(receiver.deliveries.length, 2)
  },
)

t.test('a delivery that was held after the end of its pause is sent', async (t) => {
  const { receiver, id, pause, resume } = await paused(t, 500)
  await resume()
  await control.settle()
  t.equal(receiver.deliveries.length, 2)
  await pause()
  receiver.behaviour = 200
  const { world } = simulator.ports
  // Another replica has ended the pause; this one learns of it when it refreshes its world.
  t.intercept(world, 'refresh', { value: () => world.update(() => end(id)) })
  await control.advance(3600)
  t.equal(receiver.deliveries.length, 3)
})

t.test('concurrent ends of a pause send each held delivery once', async (t) => {
  const { receiver, resume } = await paused(t)
  t.strictSame(await Promise.all([resume(), resume(), resume()]), [200, 200, 200])
  await control.settle()
  t.equal(receiver.deliveries.length, 2)
})
