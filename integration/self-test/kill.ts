import { join } from 'node:path'
import type { Test } from 'tap'
import { Service } from '../service/service.ts'
import { judge, type Mutant, writeVariant } from './mutant.ts'

const PARALLEL = 2

/** Asserts that each mutant fails its check, and that the report names the violated duty. */
export async function kill(t: Test, mutants: readonly Mutant[]): Promise<void> {
  const folder = t.testdir()
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
  await Promise.all(Array.from({ length: Math.min(PARALLEL, mutants.length) }, lane))
}
