import type { ExpectedFailure } from '../target/target.ts'
import type { CheckResult } from './result.ts'

/**
 * Compares a result with the entry that expects its failure. Only the listed failure is excused,
 * and only before it expires; a pass where a failure is expected fails the run, so that no entry
 * outlives its reason.
 * @param today YYYY-MM-DD in UTC
 */
export function withExpectation(
  result: CheckResult,
  entry: ExpectedFailure | undefined,
  today: string,
): CheckResult {
  if (!entry) return result
  if (result.outcome === 'pass' || result.outcome === 'warn' || result.outcome === 'info') {
    return {
      ...result,
      outcome: 'unexpected_pass',
      reason: `this was expected to fail (${entry.reason}); remove its entry from expected_failures`,
    }
  }
  if (result.outcome !== 'fail') return result
  if (today > entry.expires) {
    const advice = 'fix it, or set a later day'
    return {
      ...result,
      reason: `the failure was expected until ${entry.expires} (${entry.reason}); ${advice}`,
    }
  }
  if (result.signature !== entry.signature) {
    const expected = `"${entry.signature}" (${entry.reason})`
    return { ...result, reason: `a different failure than the expected one, which was ${expected}` }
  }
  return {
    ...result,
    outcome: 'expected_failure',
    reason: `${entry.reason} (expected until ${entry.expires})`,
  }
}
