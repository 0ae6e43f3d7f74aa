import t from 'tap'
import { at } from '../http/json.ts'
import { headerOf, Receiver } from '../receiver/receiver.ts'
import { checkSignature, KIT_SCHEME } from '../receiver/signature.ts'
import { sharedSimulator } from './simulator.ts'

t.test(
  'a delivery of the simulator arrives, and its signature verifies for its bytes only',
  async (t) => {
    const simulator = await sharedSimulator(t)
    const receiver = await Receiver.start()
    t.after(() => receiver.close())
    const call = async (path: string, body: object): Promise<unknown> => {
      const answer = await fetch(`${simulator.regions.us.base_url}${path}`, {
        method: 'POST',
        body: JSON.stringify(body),
        headers: {
          Authorization: `Bearer ${simulator.env['US_TEST']}`,
          'Content-Type': 'application/json',
        },
      })
      t.ok(answer.ok, `${path} ${answer.status}`)
      return ((await answer.json()) as { data: unknown }).data
    }
    const events = ['kyc.session.cancelled']
    const subscription = await call('/v1/webhook-subscriptions', {
      url: `${receiver.url}/hook`,
      events,
    })
    const secret = String(at(subscription, 'secret'))
    const session = await call('/v1/sessions', {})
    await call(`/v1/sessions/${String(at(session, 'id'))}/cancel`, {})

    const { body, ...delivery } = await receiver.waitFor(() => true, 10_000)
    t.equal(at(JSON.parse(body.toString()), 'sessionId'), at(session, 'id'))
    const header = (name: string) => headerOf({ body, ...delivery }, name)
    const check = (body: Buffer) => checkSignature(KIT_SCHEME, { header, body }, secret)
    t.match(check(body), { valid: true })
    t.match(check(Buffer.concat([body, Buffer.from(' ')])), { valid: false })
  },
)
