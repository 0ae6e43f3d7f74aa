import t from 'tap'
import { kill } from './kill.ts'
import { MUTANTS } from './mutants.ts'

t.test('each mutant of the sample fails with the duty that it violates', async (t) => {
  // The weekly run and `npm run test:changed` judge all mutants; others one for each check.
  const mutants = process.env.TEST_FULL
    ? MUTANTS
    : [...new Map(MUTANTS.toReversed().map((one) => [one.killedBy, one])).values()]
  t.comment(`${mutants.length} of ${MUTANTS.length} mutants`)
  await kill(t, mutants)
})
