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
