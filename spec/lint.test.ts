import t from 'tap'
import { lint } from './lint.ts'

// lint.thorough.test.ts tests that each rule finds its fault.
t.test('the contract passes our ruleset', async (t) => {
  t.strictSame(await lint(import.meta.dirname), [])
})
