import t from 'tap'
import { allPass, judgeVariant } from './correct-backend.ts'
import { OTHER_CHOICES } from './other-choices.ts'

t.test('a correct backend with other choices passes', async (t) => {
  const results = await judgeVariant(t, OTHER_CHOICES)
  // Without decision_source and mode two of the checks have nothing to judge.
  allPass(t, results, {
    'receiver.absent-members': 'unreachable',
    'receiver.event-members': 'unreachable',
    'backend.class-limits': 'info',
  })
})
