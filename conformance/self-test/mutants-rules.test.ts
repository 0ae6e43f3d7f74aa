import t from 'tap'
import { complaint, killAll, PARTS } from './kill.ts'
import { MUTANTS } from '../checks/mutants.ts'
import { startSimulator } from './simulator.ts'

t.test(
  'faults in rules and signed documents are found by the checks that name the broken requirement',
  async (t) => {
    const simulator = await startSimulator(t.testdir())
    t.after(() => simulator.stop())
    const mutants = MUTANTS.filter(({ killedBy }) => PARTS.rules.test(killedBy))
    const kills = await killAll(simulator, mutants)
    t.ok(mutants.length > 100)
    t.equal(kills.length, mutants.length)
    t.strictSame(kills.filter(({ verdict }) => verdict !== 'killed').map(complaint), [])
  },
)
