import { join } from 'node:path'
import type { Test } from 'tap'
import { Service } from '../service/service.ts'
import { judge, type Mutant, writeVariant } from './mutant.ts'

const PARALLEL = 2
const PER_SERVICE = 10

/** Asserts that each mutant fails its check, and that the report names the violated duty. */
export async function kill(t: Test, mutants: readonly Mutant[]): Promise<void> {
  const folder = t.testdir()
  const left = mutants.map((mutant, i): [Mutant, number] => [mutant, i])
  // Mutants of one lane share a service, whose rules belong to one check at a time.
  // More of them would meet the limit of images.
  const some = async (): Promise<void> => {
    const service = await Service.start()
    try {
      for (let n = 0; n < PER_SERVICE && left.length > 0; n++) {
        const [mutant, i] = left.shift()!
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
  const lane = async (): Promise<void> => {
    while (left.length > 0) await some()
  }
  await Promise.all(Array.from({ length: Math.min(PARALLEL, mutants.length) }, lane))
}
