import t from 'tap'
import { CHECKS } from '../checks/all.ts'
import { judgeThroughPrism } from './prism-run.ts'
import { share } from './run.ts'
import { sharedSimulator } from './simulator.ts'

t.test('Prism finds no violation in any response, and the checks pass through it', async (t) => {
  const simulator = await sharedSimulator(t)
  const all = CHECKS.map(({ id }) => id)
  const ids = share(all).filter((_, i) => process.env.TEST_FULL || i % 2 === 0)
  const { answers, violations, passed, failed, violationsOfWrongResponse } =
    await judgeThroughPrism(simulator, process.env.TEST_FULL ? undefined : ids)
  t.strictSame(violations, [])
  t.strictSame(failed, [])
  t.match(
    violationsOfWrongResponse.join(),
    /error/,
    'and it does find a violation in a wrong response',
  )
  t.ok(answers > ids.length, `${answers} answers`)
  t.ok(passed.length > ids.length * 0.7, `${passed.length} of ${ids.length} checks`)
})
