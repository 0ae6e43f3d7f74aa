import { join } from 'node:path'
import type { Test } from 'tap'
import type { Outcome } from '../../conformance/check/outcome.ts'
import type { CheckResult } from '../../conformance/run/result.ts'
import { CHECKS } from '../checks/all.ts'
import { Service } from '../service/service.ts'
import { judge, type Variant, writeVariant } from './mutant.ts'

/** The check that reports a behaviour which the contract does not regulate. */
export const OBSERVES = 'backend.lost-response'

/** Judges a variant of the sample with all checks and a service of its own. */
export async function judgeVariant(t: Test, variant: Variant): Promise<CheckResult[]> {
  const folder = join(t.testdir(), 'backend')
  writeVariant(folder, variant)
  return judgeAlone(folder)
}

export async function judgeAlone(folder: string): Promise<CheckResult[]> {
  const service = await Service.start()
  try {
    return await judge(service, folder)
  } finally {
    await service.close()
  }
}

/** Asserts that every check passes. @param others checks with another outcome */
export function allPass(
  t: Test,
  results: readonly CheckResult[],
  others: Record<string, Outcome> = {},
): void {
  const expected: Record<string, Outcome> = { [OBSERVES]: 'info', ...others }
  t.equal(results.length, CHECKS.length)
  for (const result of results) t.equal(result.outcome, expected[result.id] ?? 'pass', says(result))
}

function says({ id, reason, expectations }: CheckResult): string {
  return `${id}: ${reason ?? JSON.stringify(expectations.filter(({ holds }) => !holds))}`
}
