import { join } from 'node:path'
import t from 'tap'
import type { CheckResult } from '../../conformance/run/result.ts'
import { CHECKS } from '../checks/all.ts'
import { Service } from '../service/service.ts'
import { judge, type Mutant, SAMPLE, writeVariant } from './mutant.ts'
import { MUTANTS } from './mutants.ts'
import { OTHER_CHOICES } from './other-choices.ts'

const PARALLEL = 2

/** Judges a backend with a service of its own. */
async function ofItsOwn(folder: string): Promise<CheckResult[]> {
  const service = await Service.start()
  try {
    return await judge(service, folder)
  } finally {
    await service.close()
  }
}

function says({ id, reason, expectations }: CheckResult): string {
  return `${id}: ${reason ?? JSON.stringify(expectations.filter(({ holds }) => !holds))}`
}

t.test('every duty with a check has a mutant that violates it', async (t) => {
  const judged = CHECKS.flatMap(({ id, requirements }) => requirements.map((one) => `${id} ${one}`))
  const broken = new Set(MUTANTS.map(({ killedBy, breaks }) => `${killedBy} ${breaks}`))
  t.strictSame(
    judged.filter((one) => !broken.has(one)),
    [],
  )
})

t.test('correct backends', async (t) => {
  const folder = join(t.testdir(), 'backend')
  writeVariant(folder, OTHER_CHOICES)
  const [sample, other] = await Promise.all([ofItsOwn(SAMPLE), ofItsOwn(folder)])

  t.test('the sample passes every check', async (t) => {
    t.equal(sample.length, CHECKS.length)
    for (const result of sample) t.equal(result.outcome, 'pass', says(result))
  })

  t.test('a correct backend with other choices passes', async (t) => {
    t.equal(other.length, CHECKS.length)
    // Without decision_source and mode one of the checks has nothing to judge.
    for (const result of other)
      t.equal(
        result.outcome,
        result.id === 'receiver.absent-members' ? 'unreachable' : 'pass',
        says(result),
      )
  })
})

t.test('each mutant of the sample fails with the duty that it violates', async (t) => {
  const folder = t.testdir()
  // The weekly run and `npm run test:changed` judge all mutants; npm test one for each check.
  const mutants = process.env.TEST_FULL
    ? MUTANTS
    : [...new Map(MUTANTS.toReversed().map((one) => [one.killedBy, one])).values()]
  t.comment(`${mutants.length} of ${MUTANTS.length} mutants`)
  const left = mutants.map((mutant, i): [Mutant, number] => [mutant, i])
  // Mutants of one lane share a service, whose rules belong to one check at a time.
  const lane = async (): Promise<void> => {
    const service = await Service.start()
    try {
      for (let next = left.shift(); next; next = left.shift()) {
        const [mutant, i] = next
        const { name, killedBy, breaks, answerWithinMs } = mutant
        const cwd = join(folder, String(i))
        writeVariant(cwd, mutant)
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
