import fc from 'fast-check'
import { Clients } from '../clients.ts'
import { type Real, commands, compare } from '../model/commands.ts'
import { Model } from '../model/model.ts'
import type { Part } from '../part.ts'

/** Maximum number of commands of a case; the average is half of it. */
const LENGTH = 50
const FROZEN = '2026-11-20T09:00:00.000Z'

export const model: Part = {
  name: 'model',
  promise:
    'After any sequence of calls, responses equal the predictions of a model without HTTP and store.',
  cases: 20_000 / (LENGTH / 2),
  share: 2,
  quick: true,
  async run(run) {
    const running = await run.simulator()
    const clients = new Clients(running)
    let executed = 0
    const setup = async (): Promise<{ model: Model; real: Real }> => {
      await clients.controlClient('POST', '/reset', { world: true })
      for (const { id } of await clients.controlClient<{ id: string }[]>('GET', '/snapshots'))
        await clients.control.ask('DELETE', `/control/v1/snapshots/${id}`)
      await clients.controlClient('POST', '/clock/freeze', { at: FROZEN })
      const backend = await clients.organization()
      return {
        model: new Model(),
        real: { clients, backend, lease: await backend.leaseTemplate() },
      }
    }
    // The clock and the snapshots are those of the whole simulator.
    await run.inLanes(1, async (no) => {
      const { seed } = run.random(no)
      const sequence = fc.commands(commands, { maxCommands: LENGTH, size: 'max' })
      const property = fc.asyncProperty(sequence, async (given) => {
        const counted = [...given, compare]
        await fc.asyncModelRun(setup, counted)
        executed += counted.length
      })
      const found = await fc.check(property, { seed, numRuns: 1, interruptAfterTimeLimit: 60_000 })
      if (found.failed)
        run.fail(no, `${String(found.errorInstance)}\n  after ${String(found.counterexample?.[0])}`)
    })
    clients.close()
    run.figures.commands = executed
  },
}
