import { join } from 'node:path'
import t from 'tap'
import { CHECKS } from '../checks/all.ts'
import { Service } from '../service/service.ts'
import { ANSWERS_IN_TIME } from '../run/context.ts'
import { allPass, judgeAlone, judgeVariant, OBSERVES } from './correct-backend.ts'
import { kill } from './kill.ts'
import { judge, SAMPLE, writeVariant } from './mutant.ts'
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

// Mutants of all checks: mutants.thorough.test.ts.
t.test('a mutant of the sample fails with the duty that it violates', (t) =>
  kill(t, MUTANTS.slice(0, 1)),
)

t.test('a slow receiver is not waited for in every check', async (t) => {
  const slow = MUTANTS.find(({ killedBy }) => killedBy === ANSWERS_IN_TIME)!
  const folder = join(t.testdir(), 'slow')
  writeVariant(folder, slow)
  const service = await Service.start()
  t.after(() => service.close())
  const results = await judge(service, folder, { answerWithinMs: slow.answerWithinMs! })
  t.equal(results.find(({ id }) => id === ANSWERS_IN_TIME)?.outcome, 'fail')
  const blocked = results.filter(({ outcome }) => outcome === 'blocked')
  t.ok(blocked.length > 3, `${blocked.length} blocked checks`)
  for (const { reason } of blocked)
    t.match(reason, /took more than 0\.5 s to answer 3 webhooks in a row/)
})
