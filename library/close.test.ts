import t from 'tap'
import { createSimulator } from './vskit.ts'

t.test('calls in progress end before the simulator is closed', async (t) => {
  const simulator = await createSimulator()
  const { id } = await simulator.organization()
  const create = (): Promise<string> =>
    simulator.control.request('POST', `/organizations/${id}/sessions?mode=test`, {}).then(
      () => 'created',
      (error: Error) => error.message,
    )
  const calls = Array.from({ length: 300 }, create)
  await simulator.close()
  t.strictSame(new Set(await Promise.all(calls)), new Set(['created']))
  t.match(await create(), /The simulator was closed/)
})

t.test('calls that wait for a delivery are rejected by the close', async (t) => {
  const simulator = await createSimulator()
  const acme = await simulator.organization()
  const began = Promise.withResolvers<void>()
  await acme.listen({
    handler: () => {
      began.resolve()
      return new Promise(() => undefined)
    },
  })
  const { id } = await acme.createSession()
  await simulator.submit(id)
  const calls = [simulator.settle(), simulator.advance('1d')]
  await began.promise
  const results = Promise.allSettled(calls)
  await simulator.close()
  for (const { reason } of (await results) as PromiseRejectedResult[])
    t.match(reason, { name: 'SimulatorError', message: /The simulator was closed/ })
})
