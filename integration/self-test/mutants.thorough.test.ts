import t from 'tap'
import { allPass, judgeVariant, OBSERVES } from './correct-backend.ts'
import { kill } from './kill.ts'
import { MUTANTS } from './mutants.ts'
import { ANSWERS_FIRST } from './other-choices.ts'

t.test('each mutant of the sample fails with the duty that it violates', async (t) => {
  // The weekly run and `npm run test:changed` judge all mutants; others one for each check.
  const mutants = process.env.TEST_FULL
    ? MUTANTS
    : [...new Map(MUTANTS.toReversed().map((one) => [one.killedBy, one])).values()]
  t.comment(`${mutants.length} of ${MUTANTS.length} mutants`)
  await kill(t, mutants)
})

t.test('a correct backend that answers before it verifies passes', async (t) => {
  const results = await judgeVariant(t, ANSWERS_FIRST)
  allPass(t, results)
  t.match(results.find(({ id }) => id === OBSERVES)?.observations, [
    { gap: 'CLI-006', note: /^2 sessions for one reference/ },
  ])
})
