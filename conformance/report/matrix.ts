import { COVERAGE, type Coverage, type CoveredRequirement } from '../check/coverage.ts'
import { type Outcome, OUTCOMES } from '../check/outcome.ts'
import type { CheckResult } from '../run/result.ts'

/** Result of a requirement: an outcome, or the reason why no check of the run judged it. */
export type Standing = Outcome | Exclude<Coverage, 'checked'> | 'not_run'

export const STANDINGS: Record<Standing, string> = {
  ...OUTCOMES,
  ...(Object.fromEntries(
    Object.keys(COVERAGE)
      .filter((name) => name !== 'checked')
      .map((name) => [name, name.replace('_', ' ')]),
  ) as Record<Exclude<Coverage, 'checked'>, string>),
  not_run: 'not run',
}

export interface RequirementRow extends CoveredRequirement {
  standing: Standing
  /** Checks of this run that judge it. */
  results: CheckResult[]
}

/** Precedence of outcomes if several checks judge one requirement. */
const WORST_FIRST: readonly Outcome[] = [
  'fail',
  'unexpected_pass',
  'expected_failure',
  'harness_error',
  'blocked',
  'warn',
  'info',
  'pass',
  'unreachable',
  'not_applicable',
]

/** Each requirement of the catalogue with its result in a run, in the order of the catalogue. */
export function requirementRows(
  covered: readonly CoveredRequirement[],
  checks: readonly CheckResult[],
): RequirementRow[] {
  const about = new Map<string, CheckResult[]>()
  for (const check of checks) {
    for (const id of check.requirements) about.set(id, [...(about.get(id) ?? []), check])
  }
  return covered.map((requirement) => {
    const results = about.get(requirement.id) ?? []
    const outcomes = results.map((check) => outcomeFor(requirement.id, check))
    const worst = WORST_FIRST.find((outcome) => outcomes.includes(outcome))
    return {
      ...requirement,
      results,
      standing: worst ?? (requirement.coverage === 'checked' ? 'not_run' : requirement.coverage),
    }
  })
}

/** A failed check has a separate result for each of its requirements. */
function outcomeFor(id: string, { outcome, expectations }: CheckResult): Outcome {
  const own = expectations.filter(({ requirement }) => requirement === id)
  if (own.length === 0)
    return outcome === 'fail' || outcome === 'warn' || outcome === 'pass' ? 'blocked' : outcome
  const broken = own.find(({ holds }) => !holds)
  if (!broken) return outcome === 'unexpected_pass' ? outcome : 'pass'
  if (broken.level === 'must') return outcome === 'expected_failure' ? outcome : 'fail'
  return broken.level === 'should' ? 'warn' : 'info'
}
