import t from 'tap'
import { creditReportFor } from '../../../../fixtures/credit-history.ts'
import { type CheckInput, faceCheckOf, runCheck } from './checks.ts'
import type { ExpectedOutcome } from './synthetic.ts'

const EXPECTED: ExpectedOutcome[] = ['pass', 'review', 'fail', 'doc_quality']

function run(type: string, expected: ExpectedOutcome, more: Partial<CheckInput> = {}) {
  return runCheck({
    stepId: 'here',
    type,
    config: {},
    expected,
    creditReport: creditReportFor(expected),
    flagged: false,
    ...more,
  })
}

/** Subject and severity of each finding. */
function found(...input: Parameters<typeof run>): string[] {
  return run(...input).result.findings.map(
    ({ subjectType, severity }) => `${subjectType} ${severity}`,
  )
}

t.test('each check has its own subject and the expected findings', async (t) => {
  const subjects: Record<string, string[]> = {
    id_verification: ['document'],
    background_check: ['court_record'],
    sanctions_screening: ['watchlist'],
    email_verification: ['mailbox'],
    custom_form: ['form'],
    credit_history: ['credit_file'],
    'an unknown type': [],
  }
  for (const [type, names] of Object.entries(subjects)) {
    t.strictSame(found(type, 'pass'), [], `${type} passes without a finding`)
    t.strictSame(
      found(type, 'review'),
      names.map((name) => `${name} medium`),
      type,
    )
    t.strictSame(
      found(type, 'fail'),
      names.map((name) => `${name} high`),
      type,
    )
    t.strictSame(
      found(type, 'doc_quality'),
      type === 'id_verification' ? ['document low'] : [],
      type,
    )
    for (const expected of ['pass', 'review', 'fail'] as const)
      t.equal(run(type, expected).outcome, expected)
  }
})

t.test(
  'CHK-001 CHK-002 CHK-003 CHK-004 CHK-006 OUT-017 a face check is part of the identity check',
  async (t) => {
    for (const [config, face_check] of [
      [{}, 'none'],
      [{ faceCheck: 'none' }, 'none'],
      [{ faceCheck: 'selfie' }, 'selfie'],
      [{ faceCheck: 'liveness' }, 'liveness'],
    ] as const) {
      for (const outcome of ['pass', 'review', 'fail'] as const) {
        t.match(run('id_verification', outcome, { config }).result, {
          document: outcome,
          document_readable: true,
          face_check,
          face: face_check === 'none' ? null : outcome,
        })
      }
      t.strictSame(
        found('id_verification', 'fail', { config }),
        face_check === 'none' ? ['document high'] : ['document high', 'face high'],
      )
      t.match(run('id_verification', 'doc_quality', { config }), {
        outcome: 'review',
        result: { document_readable: false },
      })
    }
  },
)

t.test('CHK-005 a configuration can choose only one face check', async (t) => {
  for (const [config, expected] of [
    [{ faceCheck: ['selfie', 'liveness'] }, 'none'],
    [{ selfie: true, liveness: true }, 'none'],
    [{ faceCheck: 'liveness' }, 'liveness'],
  ] as const)
    t.equal(faceCheckOf(config as Record<string, unknown>), expected)
})

t.test(
  'OUT-025 CHK-008 the credit check replays the report that the expected outcome chooses',
  async (t) => {
    for (const expected of EXPECTED) {
      const report = creditReportFor(expected)
      const { outcome, result } = run('credit_history', expected)
      t.equal(outcome, report.outcome)
      t.match(result, {
        recording: report.recording,
        score: report.score,
        accounts: report.accounts,
      })
      t.match(
        result.findings,
        report.findings.map((finding) => ({ ...finding, sourceAuthority: report.bureau })),
      )
      t.equal(result.findings.length, report.findings.length)
      t.notOk('outcome' in result, 'the outcome is that of the step')
    }
  },
)

t.test('a flagged form is borderline, unless it failed', async (t) => {
  t.match(run('custom_form', 'pass', { flagged: true }), {
    outcome: 'review',
    result: { findings: [{ findingType: 'flag_for_review' }] },
  })
  t.equal(run('custom_form', 'fail', { flagged: true }).outcome, 'fail')
  t.strictSame(found('custom_form', 'fail', { flagged: true }), ['form high', 'form medium'])
  t.equal(run('custom_form', 'pass').outcome, 'pass')
})

t.test('findings are named by step and position and contain no typed text', async (t) => {
  const { findings } = run('id_verification', 'fail', { config: { faceCheck: 'selfie' } }).result
  t.strictSame(
    findings.map(({ id }) => id),
    ['here.1', 'here.2'],
  )
  t.strictSame(Object.keys(findings[0]!).sort(), [
    'evidence',
    'findingType',
    'id',
    'severity',
    'sourceAuthority',
    'subjectType',
  ])
})
