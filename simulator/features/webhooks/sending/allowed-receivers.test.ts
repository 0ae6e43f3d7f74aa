import t from 'tap'
import { controlFor, dataOf, newSession } from '../../../control/testing.ts'
import { receiverFor } from '../../../testing/receiver.ts'
import { client, demoKey, roomyWorld } from '../../../testing/simulator.ts'

t.test('allowed receivers get deliveries, by address and by name; others do not', async (t) => {
  const receiver = await receiverFor(t)
  const url = { address: receiver.url, name: receiver.url.replace('127.0.0.1', 'localhost') }
  for (const [allowed, reached] of [
    ['127.0.0.0/24', [url.address, url.name]],
    ['localhost', [url.name]],
    ['10.0.0.0/8', []],
  ] as const) {
    const { simulator, control } = await controlFor(t, {
      world: roomyWorld(),
      allowReceivers: [allowed],
    })
    const ids = new Map<string, string>()
    for (const to of Object.values(url)) {
      const body = { mode: 'test', url: to, events: ['kyc.session.completed'] }
      const path = '/organizations/org_acme/webhook_subscriptions'
      ids.set(dataOf<{ id: string }>(await control('POST', path, body)).id, to)
    }
    const before = receiver.deliveries.length
    const session = await newSession(client(simulator, demoKey('org_acme')))
    await control('POST', `/sessions/${session}/journey`, { action: 'submit' })
    await control('POST', '/settle')
    t.equal(receiver.deliveries.length - before, reached.length, `${allowed}: deliveries`)
    const rows = dataOf<{ subscription_id: string; error_code: string | null }[]>(
      await control('GET', '/deliveries'),
    )
    t.strictSame(
      new Map(rows.map((row) => [ids.get(row.subscription_id), row.error_code])),
      new Map(
        Object.values(url)
          .map((to): [string, string | null] => [
            to,
            (reached as readonly string[]).includes(to) ? null : 'blocked_address',
          ])
          .toSorted(([a], [b]) => (a < b ? 1 : -1)),
      ),
      allowed,
    )
  }
})
