import { join } from 'node:path'
import t from 'tap'
import { CHECKS } from '../checks/all.ts'
import { Service } from '../service/service.ts'
import { judge, type Mutant, SAMPLE, writeMutant } from './mutant.ts'
import { MUTANTS } from './mutants.ts'

const PARALLEL = 2

t.test('every duty that a check judges has a mutant that breaks it', async (t) => {
  const judged = CHECKS.flatMap(({ id, requirements }) => requirements.map((one) => `${id} ${one}`))
  const broken = new Set(MUTANTS.map(({ killedBy, breaks }) => `${killedBy} ${breaks}`))
  t.strictSame(
    judged.filter((one) => !broken.has(one)),
    [],
  )
})

t.test('the sample passes every check', async (t) => {
  const service = await Service.start()
  t.teardown(() => service.close())
  const checks = await judge(service, SAMPLE)
  t.equal(checks.length, CHECKS.length)
  for (const { id, outcome, reason, expectations } of checks)
    t.equal(
      outcome,
      'pass',
      `${id}: ${reason ?? JSON.stringify(expectations.filter(({ holds }) => !holds))}`,
    )
})

t.test('each mutant of the sample fails, and the duty that it breaks is named', async (t) => {
  const folder = t.testdir()
  const left = MUTANTS.map((mutant, i): [Mutant, number] => [mutant, i])
  // Mutants of one lane share a service, whose rules are those of one check at a time.
  const lane = async (): Promise<void> => {
    const service = await Service.start()
    try {
      for (let next = left.shift(); next; next = left.shift()) {
        const [mutant, i] = next
        const { name, killedBy, breaks, answerWithinMs } = mutant
        const cwd = join(folder, String(i))
        writeMutant(cwd, mutant)
        const [result] = await judge(service, cwd, {
          only: killedBy,
          ...(answerWithinMs !== undefined && { answerWithinMs }),
        })
        const { outcome, reason, expectations } = result!
        const named = expectations.filter(({ holds }) => !holds).map((one) => one.requirement)
        t.equal(outcome, 'fail', `${name}: ${reason ?? ''}`)
        t.ok(named.includes(breaks), `${name}: expected ${breaks}, got ${named.join(', ')}`)
      }
    } finally {
      await service.close()
    }
  }
  await Promise.all(Array.from({ length: PARALLEL }, lane))
})
