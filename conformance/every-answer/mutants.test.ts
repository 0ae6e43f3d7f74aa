import t from 'tap'
import { withFronts } from '../self-test/front.ts'
import { startSimulator } from '../self-test/simulator.ts'
import { EVERY_ANSWER_MUTANTS } from './mutants.ts'

t.test('a rule of every response finds faults that no check looks for', async (t) => {
  const simulator = await startSimulator(t.testdir())
  t.after(() => simulator.stop())
  const outcomes = await withFronts(simulator, EVERY_ANSWER_MUTANTS, 3, async (front, mutant) => {
    const { during, breaks, fault } = mutant
    const without = await front.judge({}, [during], { whole: true, patience: 100 })
    const { checks } = await front.judge(fault(), [during], { whole: true, patience: 100 })
    return {
      ...mutant,
      rightServer: without.checks.map(({ outcome }) => outcome),
      rules: checks.filter(({ outcome }) => outcome === 'fail').map(({ id }) => id),
      breaks,
    }
  })
  for (const { name, breaks, rightServer, rules } of outcomes) {
    t.strictSame(rightServer, ['pass'], 'the check passes, and no rule is broken')
    t.ok(rules.includes(`every-answer.${breaks.toLowerCase()}`), name, { found: rules })
  }
})
