import type { CheckResult, RunReport } from '../run/result.ts'

const base: CheckResult = {
  id: '',
  area: 'images',
  level: 'must',
  requirements: ['EXA-005'],
  why: 'Because.',
  outcome: 'pass',
  expectations: [],
  observations: [],
  measurements: [],
  traffic: [],
  notes: [],
  milliseconds: 5,
}

/**
 * A run with one check of each outcome, for the tests of the reporters. The names contain text that
 * could break a format.
 */
export const EXAMPLE_CHECKS: readonly CheckResult[] = [
  {
    ...base,
    id: 'a.pass',
    outcome: 'pass',
    observations: [{ gap: 'GAP-LISTS', note: 'pages' }],
    measurements: [{ what: 'an unknown id', result: '+1 ms' }],
  },
  {
    ...base,
    id: 'a.fail',
    outcome: 'fail',
    signature: 'EXA-005=200',
    expectations: [
      {
        requirement: 'EXA-001',
        level: 'must',
        text: 'Holds.',
        expected: 'this',
        got: 'this',
        holds: true,
        after: 0,
      },
      {
        requirement: 'EXA-005',
        level: 'must',
        text: 'The back is never served.',
        expected: '404',
        got: '200 with "\u001b[31m\n...\n  ---\nok 1"',
        holds: false,
        after: 1,
      },
    ],
    traffic: [
      {
        label: 'request the back',
        request: { method: 'GET', url: 'http://h/p', headers: [] },
        answer: { status_line: 'HTTP/1.1 200 OK', headers: [['A', 'b\rc']], milliseconds: 2 },
      },
    ],
  },
  {
    ...base,
    id: 'a.warn',
    outcome: 'warn',
    expectations: [
      {
        requirement: 'EXA-030',
        level: 'should',
        text: 'Better so.',
        expected: 'x',
        got: 'y',
        holds: false,
        after: 0,
      },
    ],
  },
  {
    ...base,
    id: 'a.info',
    outcome: 'info',
    observations: [{ gap: 'GAP-LISTS', note: 'a bare array' }],
  },
  { ...base, id: 'a.absent', outcome: 'not_applicable', reason: 'no images # here' },
  { ...base, id: 'a.blocked', outcome: 'blocked', reason: '402' },
  { ...base, id: 'a.unreachable', outcome: 'unreachable', reason: 'no state' },
  { ...base, id: 'a.harness', outcome: 'harness_error', reason: 'TypeError\n    at somewhere' },
  { ...base, id: 'a.expected', outcome: 'expected_failure', reason: 'ticket 1', signature: 's' },
  { ...base, id: 'a.unexpected', outcome: 'unexpected_pass', reason: 'ticket 2' },
]

export const EXAMPLE_REPORT: RunReport = {
  target: { name: 'example', regions: { us: 'http://h' } },
  grade: 'black-box',
  started_at: '2026-11-20T10:00:00.000Z',
  finished_at: '2026-11-20T10:00:01.500Z',
  judged: { requirements: 4, of: 5, percent: 80 },
  verdict: 'nonconforming',
  because: '2 checks failed',
  exit_code: 1,
  counts: Object.fromEntries(EXAMPLE_CHECKS.map(({ outcome }) => [outcome, 1])),
  checks: [...EXAMPLE_CHECKS],
}
