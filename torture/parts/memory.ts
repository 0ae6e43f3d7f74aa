import { readFileSync } from 'node:fs'
import { Clients } from '../clients.ts'
import { DURABLE, type Part } from '../part.ts'

/** Requests between two reads of the clock. */
const BLOCK = 1000
const MOST_GROWTH = 1.3
/** Number of requests for warm-up, until the heap has its final size. */
const ENOUGH = 200_000

export const memory: Part = {
  name: 'memory',
  promise: `After a million mixed requests, the process uses at most ${MOST_GROWTH} times the memory after warm-up.`,
  cases: 1_000_000 / BLOCK,
  share: 4,
  quick: false,
  stores: DURABLE,
  async run(run) {
    const running = await run.simulator()
    const clients = new Clients(running)
    const backend = await clients.organization()
    const { id } = await backend.data<{ id: string }>('POST', '/v1/sessions', {})
    await clients.steer('POST', `/sessions/${id}/journey`, { action: 'submit' })
    const requests: [method: string, path: string, body?: unknown][] = [
      ['GET', `/v1/sessions/${id}`],
      ['GET', `/v1/sessions/${id}`],
      ['GET', '/v1/sessions?limit=20'],
      ['GET', `/v1/sessions/${id}/idv-image/front`],
      ['GET', '/v1/wallet'],
      ['GET', '/v1/nowhere'],
      ['POST', '/v1/sessions', { unknown: 1 }],
      ['POST', '/v1/sessions', { metadata: { note: 'x'.repeat(300) } }],
      ['POST', '/v1/applicants', { family_name: 'Ek', phone: '+14155550132' }],
      ['POST', `/v1/sessions/${id}/browser_token`],
    ]
    const resident = (): number =>
      Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${running.child.pid}/status`, 'utf8'))![1]) /
      1024
    let warm = 0
    let sent = 0
    await run.inLanes(16, async (no) => {
      const random = run.random(no)
      for (let i = 0; i < BLOCK && run.goesOn; i++) {
        const { status, text } = await backend.ask(...random.pick(requests))
        run.expect(status < 500, no, () => text)
        sent++
      }
      if (warm === 0 && (sent > ENOUGH / 2 || run.used > 0.4)) warm = resident()
    })
    const last = resident()
    run.figures.requests = sent
    run.figures['RSS warm'] = `${warm.toFixed(0)} MB`
    run.figures['RSS at the end'] = `${last.toFixed(0)} MB`
    run.expect(
      sent < ENOUGH || last <= warm * MOST_GROWTH,
      -1,
      () => `${warm.toFixed(0)} MB warm, ${last.toFixed(0)} MB after ${sent} requests`,
    )
    clients.close()
  },
}
