import t from 'tap'
import { MUTANTS } from '../checks/mutants.ts'
import { describeKill, killAll, onePerArea } from './kill.ts'
import { startSimulator } from './simulator.ts'

// One mutant of each area; mutants.thorough.test.ts has one of each check.
t.test('a mutant is found by the check that names the broken requirement', async (t) => {
  const simulator = await startSimulator(t.testdir())
  t.after(() => simulator.stop())
  const kills = await killAll(simulator, onePerArea(MUTANTS))
  t.ok(kills.length > 15, `${kills.length} areas`)
  t.strictSame(kills.filter(({ verdict }) => verdict !== 'killed').map(describeKill), [])
})
