import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import type { SimulatorProcess } from '../../simulator/testing/process.ts'
import { receiverFor } from '../../simulator/testing/receiver.ts'
import { Clients, Backend } from '../clients.ts'
import { Ledger } from '../kill/ledger.ts'
import { writers } from '../kill/writers.ts'
import { DURABLE, type Part } from '../part.ts'
import type { Run } from '../run.ts'

const EVENTS = ['kyc.session.cancelled', 'kyc.session.completed', 'kyc.session.document_signed']
/** One in this number of cases uses SIGTERM instead. */
const TERM_EVERY = 11
/** Every fourth process is killed after a document was signed, or after this time. */
const LONG_MS = 10_000
const CLOSE_MS = 15_000

/** One organization on one folder, over all kills. */
interface World {
  organization: string
  key: string
  template: string
}

export const kill: Part = {
  name: 'kill',
  promise: 'SIGKILL and SIGTERM lose no acknowledged write, and every event is delivered.',
  cases: 1_100,
  share: 5,
  quick: true,
  stores: DURABLE,
  async run(run) {
    const folder = await run.folder()
    const receiver = await receiverFor({ teardown: (end) => run.teardown(end) })
    const start = (): Promise<SimulatorProcess> =>
      run.simulator({ folder, flags: ['--loopback-receivers'] })
    const world = await prepare(await start(), receiver.url)
    const ledger = new Ledger()
    let kills = 0
    for (let no = run.next(3); no !== undefined; no = run.next(3)) {
      const random = run.random(no)
      const running = await start()
      const clients = new Clients(running)
      const backend = new Backend(clients.us, world.organization, world.key)
      for (const lost of await ledger.check(backend, clients, 'recent')) run.fail(no, lost)
      const working = writers({ backend, clients, ledger, template: world.template, random })
      const before = ledger.size
      await sleep(20 + random.below(120))
      const { size: signatures } = ledger.signed
      const until = performance.now() + (no % 4 === 3 ? LONG_MS : 0)
      while (ledger.signed.size === signatures && performance.now() < until) await sleep(5)
      // In 75% of cases, kill only after a new acknowledgement.
      const enough = random.chance(0.75) ? before + 1 + random.below(30) : 0
      while (ledger.size < enough && running.child.exitCode === null) await sleep(5)
      await end(run, no, running)
      kills++
      for (const problem of await working) run.fail(no, problem)
      clients.close()
    }
    const last = await start()
    const clients = new Clients(last)
    const backend = new Backend(clients.us, world.organization, world.key)
    for (const lost of await ledger.check(backend, clients, 'all')) run.fail(-1, lost)
    await clients.controlClient('POST', '/settle')
    for (const missing of ledger.undelivered(receiver.deliveries)) run.fail(-1, missing)
    const bodies = new Map<string, string>()
    for (const { headers, body } of receiver.deliveries) {
      const id = String(headers['x-webhook-id'])
      run.expect((bodies.get(id) ?? body) === body, -1, () => `a repeat of ${id} has another body`)
      bodies.set(id, body)
    }
    clients.close()
    await last.kill('SIGTERM')
    Object.assign(run.figures, { ...ledger.counts, kills, deliveries: receiver.deliveries.length })
  },
}

async function prepare(running: SimulatorProcess, url: string): Promise<World> {
  const clients = new Clients(running)
  const backend = await clients.organization()
  const template = await backend.leaseTemplate()
  await backend.data('POST', '/v1/webhook-subscriptions', { url, events: EVENTS })
  clients.close()
  await running.kill('SIGKILL')
  return { organization: backend.organization, key: backend.key, template }
}

async function end(run: Run, no: number, running: SimulatorProcess): Promise<void> {
  if (no % TERM_EVERY !== TERM_EVERY - 1) {
    await running.kill('SIGKILL')
    return
  }
  running.child.kill('SIGTERM')
  const late = setTimeout(() => {
    run.fail(no, `SIGTERM did not end the process in ${CLOSE_MS} ms`)
    running.child.kill('SIGKILL')
  }, CLOSE_MS)
  if (running.child.exitCode === null) await once(running.child, 'exit')
  clearTimeout(late)
  const { code } = await running.ended
  run.expect(code === 0, no, () => `SIGTERM ended with ${code}`)
}
