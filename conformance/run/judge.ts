import type { Outcome } from '../check/outcome.ts'
import { JUDGED, NOT_JUDGED } from '../check/outcome.ts'
import { count } from '../text.ts'
import type { CheckResult, Expectation, Observation, RunReport, Verdict } from './result.ts'

/** Returns the outcome of a check that ran to its end. */
export function outcomeOf(
  expectations: readonly Expectation[],
  observations: readonly Observation[],
): { outcome: Outcome; reason?: string } {
  const broken = new Set(expectations.filter(({ holds }) => !holds).map(({ level }) => level))
  if (broken.has('must')) return { outcome: 'fail' }
  if (broken.has('should')) return { outcome: 'warn' }
  if (broken.has('may')) return { outcome: 'info' }
  if (expectations.length > 0) return { outcome: 'pass' }
  if (observations.length > 0) return { outcome: 'info' }
  return {
    outcome: 'harness_error',
    reason: 'the check ended without an expectation: an error of the check',
  }
}

/**
 * Signature of a failure, stable from run to run: requirement and kind of response, without ids and
 * times. An expected failure names it, so that a different failure in the same check is not
 * excused.
 */
export function signatureOf(expectations: readonly Expectation[]): string {
  const parts = expectations
    .filter(({ holds }) => !holds)
    .map(({ requirement, got }) => `${requirement}=${kindOf(got)}`)
  return [...new Set(parts)].sort().join('; ')
}

/** A status with or without a code is kept; everything else may differ by run. */
function kindOf(got: string): string {
  if (/^[1-5]\d\d( [a-z_]+)?$/.test(got)) return got
  return got === 'nothing' ? 'nothing' : 'other'
}

export function countOutcomes(checks: readonly CheckResult[]): RunReport['counts'] {
  const counts: RunReport['counts'] = {}
  for (const { outcome } of checks) counts[outcome] = (counts[outcome] ?? 0) + 1
  return counts
}

/** Number of the checks' requirements that the run judged; the percentage is rounded down. */
export function judgedOf(
  results: readonly CheckResult[],
  checks: readonly { requirements: readonly string[] }[],
): RunReport['judged'] {
  const all = new Set(checks.flatMap(({ requirements }) => requirements))
  const seen = new Set(
    results.flatMap(({ expectations }) => expectations.map((one) => one.requirement)),
  )
  const [requirements, of] = [seen.intersection(all).size, all.size]
  return { requirements, of, percent: of === 0 ? 0 : Math.floor((100 * requirements) / of) }
}

/** A broken `must` outweighs a check without a verdict; a run without verdicts is never a success. */
export function verdictOf(
  checks: readonly CheckResult[],
  endedEarly?: RunReport['ended_early'],
): {
  verdict: Verdict
  because: string
  exit_code: 0 | 1 | 2
} {
  const wrong = checks.filter(({ outcome }) => outcome === 'fail' || outcome === 'unexpected_pass')
  if (wrong.length > 0) {
    return {
      verdict: 'nonconforming',
      because: `${count(wrong.length, 'check')} failed${endedEarly ? `; ${incomplete(endedEarly)}` : ''}`,
      exit_code: 1,
    }
  }
  if (endedEarly) return { verdict: 'not judged', because: incomplete(endedEarly), exit_code: 2 }
  const unsure = checks.filter(({ outcome }) => NOT_JUDGED.has(outcome))
  if (unsure.length > 0) {
    return {
      verdict: 'not judged',
      because: `${count(unsure.length, 'check')} could not be judged`,
      exit_code: 2,
    }
  }
  if (!checks.some(({ outcome }) => JUDGED.has(outcome))) {
    return { verdict: 'not judged', because: 'no check was run', exit_code: 2 }
  }
  return { verdict: 'conforming', because: 'no check failed', exit_code: 0 }
}

function incomplete({ because, not_run: notRun }: NonNullable<RunReport['ended_early']>): string {
  return `${because} (${count(notRun.length, 'check')} without a result)`
}
