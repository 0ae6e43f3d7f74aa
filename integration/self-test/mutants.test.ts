import t from 'tap'
import { CHECKS } from '../checks/all.ts'
import { allPass, judgeAlone, judgeVariant, OBSERVES } from './correct-backend.ts'
import { SAMPLE } from './mutant.ts'
import { MUTANTS } from './mutants.ts'
import { OTHER_CHOICES } from './other-choices.ts'

t.test('every duty with a check has a mutant that violates it', async (t) => {
  const judged = CHECKS.filter(({ id }) => id !== OBSERVES).flatMap(({ id, requirements }) =>
    requirements.map((one) => `${id} ${one}`),
  )
  const broken = new Set(MUTANTS.map(({ killedBy, breaks }) => `${killedBy} ${breaks}`))
  t.strictSame(
    judged.filter((one) => !broken.has(one)),
    [],
  )
})

t.test('correct backends pass', async (t) => {
  const [sample, other] = await Promise.all([judgeAlone(SAMPLE), judgeVariant(t, OTHER_CHOICES)])

  t.test('the sample passes every check', async (t) => allPass(t, sample))

  // Without decision_source and mode one of the checks has nothing to judge.
  t.test('a correct backend with other choices passes', async (t) =>
    allPass(t, other, { 'receiver.absent-members': 'unreachable' }),
  )
})
