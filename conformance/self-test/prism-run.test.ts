import t from 'tap'
import { CHECKS } from '../checks/all.ts'
import { throughPrism } from './prism-run.ts'
import { startSimulator } from './simulator.ts'

t.test('Prism finds nothing wrong with any answer, and the checks pass through it', async (t) => {
  const simulator = await startSimulator(t.testdir())
  t.after(() => simulator.stop())
  const { answers, violations, passed, failed, ofAWrongOne } = await throughPrism(simulator)
  t.strictSame(violations, [])
  t.strictSame(failed, [])
  t.match(ofAWrongOne.join(), /error/, 'and it does find something wrong with an answer that is')
  t.ok(answers > 500, `${answers} answers`)
  t.ok(passed.length > CHECKS.length * 0.7, `${passed.length} of ${CHECKS.length} checks`)
})
