import { receiverFor } from '../../simulator/testing/receiver.ts'
import { Backend, Clients } from '../clients.ts'
import { DURABLE, type Part } from '../part.ts'

/** Events of a case. */
const EVENTS = 250
const FROZEN = '2026-11-20T09:00:00.000Z'
/** Delays between the attempts, in s; the last one includes the jitter. */
const STEPS = [30, 600, 3600, 3 * 3600, 8 * 3600, 14 * 3600, 14 * 3600]
const ATTEMPTS = 8

export const receiver: Part = {
  name: 'receiver',
  promise: 'A receiver that fails half of its deliveries gets every event, also across restarts.',
  cases: 10_000 / EVENTS,
  share: 1,
  quick: true,
  stores: DURABLE,
  async run(run) {
    let attempts = 0
    let exhausted = 0
    await run.inLanes(1, async (no) => {
      const random = run.random(no)
      const folder = await run.folder()
      const start = () => run.simulator({ folder, flags: ['--loopback-receivers'] })
      const tries = new Map<string, { bodies: Set<string>; failed: number; delivered: number }>()
      const hooks = await receiverFor(run, ({ headers, body }, response) => {
        const id = String(headers['x-webhook-id'])
        const seen = tries.get(id) ?? { bodies: new Set<string>(), failed: 0, delivered: 0 }
        tries.set(id, seen)
        seen.bodies.add(body)
        attempts++
        const good = random.chance(0.5)
        if (good) seen.delivered++
        else seen.failed++
        response.writeHead(good ? 200 : 500).end()
      })
      let running = await start()
      let clients = new Clients(running)
      await clients.controlClient('POST', '/clock/freeze', { at: FROZEN })
      const { organization, key } = await clients.organization()
      const backend = new Backend(clients.us, organization, key)
      await backend.data('POST', '/v1/webhook-subscriptions', {
        url: hooks.url,
        events: ['kyc.session.cancelled'],
      })
      const sessions: string[] = []
      for (let i = 0; i < EVENTS; i += 25) {
        await Promise.all(
          Array.from({ length: 25 }, async () => {
            const { id } = await backend.data<{ id: string }>('POST', '/v1/sessions', {})
            await backend.data('POST', `/v1/sessions/${id}/cancel`)
            sessions.push(id)
          }),
        )
      }
      for (const [step, seconds] of STEPS.entries()) {
        if (step === 1 || step === 3) {
          clients.close()
          await running.kill(step === 1 ? 'SIGKILL' : 'SIGTERM')
          running = await start()
          clients = new Clients(running)
        }
        await clients.controlClient('POST', '/settle')
        await clients.controlClient('POST', '/clock/advance', { seconds })
      }
      await clients.controlClient('POST', '/settle')
      const countsBySession = new Map<string, { delivered: number; failed: number }>()
      for (const [id, { bodies, delivered, failed }] of tries) {
        run.expect(bodies.size === 1, no, () => `the repeats of ${id} differ`)
        const { sessionId } = JSON.parse([...bodies][0]!) as { sessionId: string }
        countsBySession.set(sessionId, { delivered, failed })
      }
      for (const id of sessions) {
        const { delivered, failed } = countsBySession.get(id) ?? { delivered: 0, failed: 0 }
        if (delivered > 0) continue
        exhausted++
        run.expect(
          failed >= ATTEMPTS,
          no,
          () => `the event of ${id} was tried ${failed} times and never delivered`,
        )
      }
      clients.close()
      await running.kill('SIGTERM')
    })
    run.figures.attempts = attempts
    run.figures.exhausted = exhausted
  },
}
