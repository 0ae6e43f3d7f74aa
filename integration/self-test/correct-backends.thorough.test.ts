import t from 'tap'
import { allPass, judgeVariant, OBSERVES } from './correct-backend.ts'
import { DURABLE } from './durable.ts'
import { ANSWERS_FIRST, OTHER_CHOICES } from './other-choices.ts'

t.test('a correct backend with other choices passes', async (t) => {
  const results = await judgeVariant(t, OTHER_CHOICES)
  // Without decision_source and mode two of the checks have nothing to judge.
  allPass(t, results, {
    'receiver.absent-members': 'unreachable',
    'receiver.event-members': 'unreachable',
    'backend.class-limits': 'info',
  })
})

t.test('a correct backend that answers before it verifies passes', async (t) => {
  const results = await judgeVariant(t, ANSWERS_FIRST)
  allPass(t, results)
  t.match(results.find(({ id }) => id === OBSERVES)?.observations, [
    { gap: 'CLI-006', note: /^2 sessions for one reference/ },
  ])
})

t.test('a correct backend that survives a crash passes', async (t) =>
  allPass(t, await judgeVariant(t, DURABLE)),
)
