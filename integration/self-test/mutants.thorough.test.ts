import { join } from 'node:path'
import t from 'tap'
import { ANSWERS_IN_TIME } from '../run/context.ts'
import { Service } from '../service/service.ts'
import { slowlyRecovering } from './durable.ts'
import { kill } from './kill.ts'
import { judge, writeVariant } from './mutant.ts'
import { MUTANTS } from './mutants.ts'

t.setTimeout(1_200_000)

t.test('each mutant of the sample fails with the duty that it violates', async (t) => {
  // The weekly run and `npm run test:changed` judge all mutants; others one for each check.
  const mutants = process.env.TEST_FULL
    ? MUTANTS
    : [...new Map(MUTANTS.toReversed().map((one) => [one.killedBy, one])).values()]
  t.comment(`${mutants.length} of ${MUTANTS.length} mutants`)
  await kill(t, mutants)
})

t.test('a slow recovery from a crash passes if the driver states its time', async (t) => {
  const service = await Service.start()
  t.after(() => service.close())
  for (const stated of [true, false]) {
    const folder = join(t.testdir(), String(stated))
    writeVariant(folder, slowlyRecovering(15_000, stated))
    const [result] = await judge(service, folder, { only: 'receiver.failed-delivery' })
    const failed = result!.expectations
      .filter(({ holds }) => !holds)
      .map(({ expected }) => expected)
    if (stated) t.same(failed, [])
    else t.match(failed, [/within 9 s .*"recovery_seconds"/, /within 9 s .*"recovery_seconds"/])
  }
})

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
