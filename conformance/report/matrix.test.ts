import t from 'tap'
import type { CoveredRequirement } from '../check/coverage.ts'
import type { Outcome } from '../check/outcome.ts'
import type { CheckResult, Expectation } from '../run/result.ts'
import { requirementRows } from './matrix.ts'

const covered = (
  id: string,
  coverage: CoveredRequirement['coverage'] = 'checked',
): CoveredRequirement => ({ id, level: 'must', text: '', area: 'core-x', coverage, checks: [] })
const expectation = (
  requirement: string,
  holds: boolean,
  level: Expectation['level'] = 'must',
): Expectation => ({ requirement, level, holds, text: '', expected: '', got: '', after: 0 })
const check = (
  outcome: Outcome,
  requirements: string[],
  expectations: Expectation[] = [],
): CheckResult => ({
  id: 'a.b',
  area: 'images',
  level: 'must',
  why: '',
  observations: [],
  measurements: [],
  traffic: [],
  notes: [],
  milliseconds: 0,
  outcome,
  requirements,
  expectations,
})

t.test(
  'a requirement has the outcome of its worst check, and each is judged by itself',
  async (t) => {
    const ids = ['EXA-001', 'EXA-002', 'EXA-003']
    const cases: [string, CheckResult[], string[]][] = [
      [
        'all hold',
        [
          check(
            'pass',
            ids,
            ids.map((id) => expectation(id, true)),
          ),
        ],
        ['pass', 'pass', 'pass'],
      ],
      [
        'one is broken, and one was not reached',
        [check('fail', ids, [expectation('EXA-001', true), expectation('EXA-002', false)])],
        ['pass', 'fail', 'blocked'],
      ],
      [
        'a `should` is broken',
        [
          check(
            'warn',
            ids,
            ids.map((id) => expectation(id, id !== 'EXA-002', 'should')),
          ),
        ],
        ['pass', 'warn', 'pass'],
      ],
      [
        'an expected failure',
        [
          check(
            'expected_failure',
            ids,
            ids.map((id) => expectation(id, id !== 'EXA-002')),
          ),
        ],
        ['pass', 'expected_failure', 'pass'],
      ],
      [
        'a pass outweighs a state that could not be reached',
        [check('unreachable', ids), check('pass', ['EXA-001'], [expectation('EXA-001', true)])],
        ['pass', 'unreachable', 'unreachable'],
      ],
      [
        'one check holds and another one does not',
        [
          check('pass', ['EXA-001'], [expectation('EXA-001', true)]),
          check('fail', ['EXA-001'], [expectation('EXA-001', false)]),
        ],
        ['fail', 'not_run', 'not_run'],
      ],
    ]
    for (const [name, checks, standings] of cases) {
      t.strictSame(
        requirementRows(
          ids.map((id) => covered(id)),
          checks,
        ).map(({ standing }) => standing),
        standings,
        name,
      )
    }
  },
)

t.test('a requirement without a check has a reason', async (t) => {
  const rows = requirementRows([covered('EXA-001', 'to_do'), covered('EXA-002', 'untestable')], [])
  t.strictSame(
    rows.map(({ standing }) => standing),
    ['to_do', 'untestable'],
  )
})
