import t from 'tap'
import { CHECKS } from '../checks/all.ts'
import { allPass, judgeAlone, OBSERVES } from './correct-backend.ts'
import { SAMPLE } from './mutant.ts'
import { MUTANTS } from './mutants.ts'

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

t.test('the sample passes every check', async (t) => allPass(t, await judgeAlone(SAMPLE)))
