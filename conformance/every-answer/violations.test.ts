import t from 'tap'
import { CHECKS } from '../checks/all.ts'
import { halfShare } from '../self-test/run.ts'
import { VIOLATIONS } from './testing/broken-rules.ts'
import { expectFound } from './testing/expect-found.ts'
import { RULE_REQUIREMENTS } from './rules.ts'

const requirements = VIOLATIONS.map(([, requirement]) => requirement)

t.test('each rule is broken once, in the responses of a check that exists', (t) => {
  t.strictSame(requirements.toSorted(), [...RULE_REQUIREMENTS].toSorted())
  const unknown = VIOLATIONS.filter(([id]) => !CHECKS.some((check) => check.id === id))
  t.strictSame(unknown, [])
  t.end()
})

// A sixth of the faults; violations.thorough.test.ts has all, and mutants.thorough.test.ts faults of other kinds.
t.test('a fault that no check looks for is found in the responses of a check', (t) => {
  const some = halfShare(requirements, 'first')
  return expectFound(
    t,
    VIOLATIONS.filter(([, requirement]) => some.includes(requirement)),
  )
})
