import t from 'tap'
import { at } from '../http/json.ts'
import { headerOf, Receiver } from '../receiver/receiver.ts'
import { checkSignature } from '../receiver/signature.ts'
import { startSimulator } from './simulator.ts'

t.test(
  'what a simulator delivers arrives, and its signature holds for these bytes alone',
  async (t) => {
    const simulator = await startSimulator(t.testdir())
    t.after(() => simulator.stop())
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
    const value = headerOf({ body, ...delivery }, 'X-Webhook-Signature')
    const signed = {
      scheme: 'hmac-sha256-body-hex' as const,
      header: 'X-Webhook-Signature',
      value,
      secret,
    }
    t.match(checkSignature({ ...signed, body }), { valid: true })
    t.match(checkSignature({ ...signed, body: Buffer.concat([body, Buffer.from(' ')]) }), {
      valid: false,
    })
  },
)
