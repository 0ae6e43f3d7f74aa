import t from 'tap'
import type { Outcome } from '../check/outcome.ts'
import { withExpectation } from './expected-failures.ts'
import type { CheckResult } from './result.ts'

const ENTRY = {
  check: 'a.b',
  signature: 'EXA-024=nothing',
  reason: 'ticket 1',
  expires: '2026-11-30',
}
const result = (outcome: Outcome, signature?: string) =>
  ({ id: 'a.b', outcome, ...(signature && { signature }) }) as CheckResult

t.test('only the listed failure is excused, until its expiry', async (t) => {
  const cases: [CheckResult, string, Outcome, RegExp | undefined][] = [
    [
      result('fail', 'EXA-024=nothing'),
      '2026-11-30',
      'expected_failure',
      /ticket 1 \(expected until 2026-11-30\)/,
    ],
    [result('fail', 'EXA-024=nothing'), '2026-12-01', 'fail', /expected until 2026-11-30/],
    [
      result('fail', 'EXA-024=other'),
      '2026-11-01',
      'fail',
      /a different failure than the expected one/,
    ],
    [result('pass'), '2026-11-01', 'unexpected_pass', /remove its entry/],
    [result('warn'), '2026-12-24', 'unexpected_pass', /remove its entry/],
    [result('blocked'), '2026-11-01', 'blocked', undefined],
    [result('harness_error'), '2026-12-01', 'harness_error', undefined],
    [result('unreachable'), '2026-11-01', 'unreachable', undefined],
  ]
  for (const [given, today, outcome, reason] of cases) {
    const got = withExpectation(given, ENTRY, today)
    t.equal(got.outcome, outcome, `${given.outcome} on ${today}`)
    if (reason) t.match(got.reason, reason)
  }
})

t.test('without an entry a result is unchanged', async (t) => {
  const given = result('fail', 's')
  t.equal(withExpectation(given, undefined, '2026-11-01'), given)
})
