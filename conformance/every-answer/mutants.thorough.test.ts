import t from 'tap'
import { sharedSimulator } from '../self-test/simulator.ts'
import { failuresWithout, killAll } from './testing/kill.ts'
import { EVERY_ANSWER_MUTANTS } from './mutants.ts'

t.test('a rule of every response finds each fault that no check looks for', async (t) => {
  const simulator = await sharedSimulator(t)
  t.strictSame(
    await failuresWithout(simulator, EVERY_ANSWER_MUTANTS),
    [],
    'without a fault each check passes, and no rule is broken',
  )
  const kills = await killAll(simulator, EVERY_ANSWER_MUTANTS)
  t.equal(kills.length, EVERY_ANSWER_MUTANTS.length)
  for (const { name, expected, failed } of kills) t.ok(failed.includes(expected), name, { failed })
})
