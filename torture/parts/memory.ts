import { readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { Clients } from '../clients.ts'
import { DURABLE, type Part } from '../part.ts'

/** Requests between two reads of the clock. */
const BLOCK = 1000
const MOST_GROWTH = 1.3
/** Number of requests for warm-up, until the heap has its final size. */
const ENOUGH = 200_000
const COLLECT_GARBAGE = fileURLToPath(new URL('../memory/collect-garbage.ts', import.meta.url))
/** Time in which a simulator with a heap of 100 MB collects its garbage, in ms. */
const COLLECTION = 2000

export const memory: Part = {
  name: 'memory',
  promise: `After a million mixed requests and a garbage collection, the process uses at most ${MOST_GROWTH} times the memory after warm-up.`,
  cases: 1_000_000 / BLOCK,
  share: 4,
  quick: false,
  stores: DURABLE,
  async run(run) {
    const running = await run.simulator({ preload: COLLECT_GARBAGE })
    const clients = new Clients(running)
    const backend = await clients.organization()
    const { id } = await backend.data<{ id: string }>('POST', '/v1/sessions', {})
    await clients.controlClient('POST', `/sessions/${id}/journey`, { action: 'submit' })
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
    // V8 collects old garbage late, so only the memory after a collection shows growth.
    const inUse = async (): Promise<number> => {
      running.child.kill('SIGUSR2')
      await sleep(COLLECTION)
      return resident()
    }
    let warm: Promise<number> | undefined
    let sent = 0
    let most = 0
    await run.inLanes(16, async (no) => {
      const random = run.random(no)
      for (let i = 0; i < BLOCK && run.hasTimeLeft; i++) {
        const { status, text } = await backend.ask(...random.pick(requests))
        run.expect(status < 500, no, () => text)
        sent++
      }
      most = Math.max(most, resident())
      if (sent > ENOUGH / 2 || run.used > 0.4) await (warm ??= inUse())
    })
    const before = (await warm) ?? 0
    const last = await inUse()
    run.figures.requests = sent
    run.figures['RSS warm'] = `${before.toFixed(0)} MB`
    run.figures['RSS at the end'] = `${last.toFixed(0)} MB`
    run.figures['RSS with garbage'] = `at most ${most.toFixed(0)} MB`
    run.expect(
      sent < ENOUGH || last <= before * MOST_GROWTH,
      -1,
      () => `${before.toFixed(0)} MB warm, ${last.toFixed(0)} MB after ${sent} requests`,
    )
    clients.close()
  },
}
