import t from 'tap'
import { allPass, judgeVariant, OBSERVES } from './correct-backend.ts'
import { ANSWERS_FIRST } from './other-choices.ts'

t.test('a correct backend that answers before it verifies passes', async (t) => {
  const results = await judgeVariant(t, ANSWERS_FIRST)
  allPass(t, results)
  t.match(results.find(({ id }) => id === OBSERVES)?.observations, [
    { gap: 'CLI-006', note: /^2 sessions for one reference/ },
  ])
})
