import type { ExpectedFailure } from '../target/target.ts'
import type { CheckResult } from './result.ts'

/**
 * Holds a result against the entry that expects its failure. Only the failure that was written down, before it
 * expires, is excused; a pass where a failure is expected fails the run, so that no entry outlives its reason.
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
      reason: `this was expected to fail (${entry.reason}); take its entry out of expected_failures`,
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
    return { ...result, reason: `another failure than the one expected, which was ${expected}` }
  }
  return {
    ...result,
    outcome: 'expected_failure',
    reason: `${entry.reason} (expected until ${entry.expires})`,
  }
}
