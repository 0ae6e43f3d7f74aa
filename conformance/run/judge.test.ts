import t from 'tap'
import type { Level } from '../check/check.ts'
import type { Outcome } from '../check/outcome.ts'
import { outcomeOf, signatureOf, verdictOf } from './judge.ts'
import type { CheckResult, Expectation } from './result.ts'

const expectation = (
  holds: boolean,
  level: Level = 'must',
  got = '404 resource_not_found',
  requirement = 'EXA-005',
): Expectation => ({ requirement, level, text: '', expected: '', got, holds, after: 0 })

t.test('only a broken must fails a check', async (t) => {
  const observed = [{ gap: 'GAP-LISTS', note: '' }]
  const cases: [Expectation[], typeof observed, Outcome][] = [
    [[expectation(true)], [], 'pass'],
    [[expectation(true)], observed, 'pass'],
    [[expectation(true), expectation(false)], [], 'fail'],
    [[expectation(false, 'should'), expectation(false), expectation(true)], [], 'fail'],
    [[expectation(true), expectation(false, 'should')], [], 'warn'],
    [[expectation(true), expectation(false, 'may')], [], 'info'],
    [[], observed, 'info'],
    [[], [], 'harness_error'],
  ]
  for (const [expectations, observations, outcome] of cases) {
    t.equal(outcomeOf(expectations, observations).outcome, outcome)
  }
})

t.test('a signature names the failure and its kind, and nothing that varies by run', async (t) => {
  t.equal(
    signatureOf([
      expectation(false, 'must', '403 insufficient_scope', 'EXA-009'),
      expectation(true),
      expectation(false, 'must', '500', 'EXA-012'),
      expectation(false, 'must', 'nothing', 'EXA-024'),
      expectation(false, 'must', 'vs_8fd1 and more', 'EXA-001'),
      expectation(false, 'must', 'vs_77', 'EXA-001'),
    ]),
    'EXA-001=other; EXA-009=403 insufficient_scope; EXA-012=500; EXA-024=nothing',
  )
})

t.test('the verdict on a run, and its exit code', async (t) => {
  const run = (...outcomes: Outcome[]) => outcomes.map((outcome) => ({ outcome }) as CheckResult)
  const cases: [CheckResult[], string, number][] = [
    [
      run('pass', 'warn', 'info', 'not_applicable', 'unreachable', 'expected_failure'),
      'conforming',
      0,
    ],
    [run('pass', 'fail', 'harness_error'), 'nonconforming', 1],
    [run('pass', 'unexpected_pass'), 'nonconforming', 1],
    [run('pass', 'harness_error'), 'not judged', 2],
    [run('pass', 'blocked'), 'not judged', 2],
    [run('not_applicable', 'unreachable'), 'not judged', 2],
    [run(), 'not judged', 2],
  ]
  for (const [checks, verdict, code] of cases) {
    const got = verdictOf(checks)
    t.strictSame(
      [got.verdict, got.exit_code],
      [verdict, code],
      checks.map(({ outcome }) => outcome).join(', '),
    )
  }
})
