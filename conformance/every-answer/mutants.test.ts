import t from 'tap'
import { share } from '../self-test/run.ts'
import { startSimulator } from '../self-test/simulator.ts'
import { killAll } from './kill.ts'
import { EVERY_ANSWER_MUTANTS } from './mutants.ts'

// A third of the mutants; mutants.thorough.test.ts has all. That the checks pass without a fault is shown by suite.test.ts.
t.test('a rule of every response finds a fault that no check looks for', async (t) => {
  const simulator = await startSimulator(t.testdir())
  t.after(() => simulator.stop())
  const names = share(EVERY_ANSWER_MUTANTS.map(({ name }) => name))
  const mutants = EVERY_ANSWER_MUTANTS.filter(({ name }) => names.includes(name))
  for (const { name, expected, failed } of await killAll(simulator, mutants))
    t.ok(failed.includes(expected), name, { failed })
})
