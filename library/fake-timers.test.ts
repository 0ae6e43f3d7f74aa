import { mock } from 'node:test'
import t from 'tap'
import { createSimulator } from './vskit.ts'

t.test('fake timers of the caller do not stop a simulator', async (t) => {
  const simulator = await createSimulator()
  const acme = await simulator.organization()
  mock.timers.enable({ apis: ['Date', 'setTimeout', 'setInterval', 'setImmediate'] })
  t.teardown(() => mock.timers.reset())
  // Vitest fakes this one, too.
  const { mock: frozen } = mock.method(performance, 'now', () => 0)
  t.teardown(() => frozen.restore())
  const { id } = await acme.createSession()
  await simulator.submit(id)
  const { type } = await acme.nextWebhook({ sessionId: id })
  t.equal(type, 'kyc.session.completed')
  await t.rejects(acme.nextWebhook({ timeout: 50 }), /within 50 ms/)
  await simulator.advance('1d')
  await simulator.restore(await simulator.snapshot())
  await simulator.settle()
  await simulator.close()
})
