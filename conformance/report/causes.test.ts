import t from 'tap'
import { EXAMPLE_CHECKS } from '../self-test/example-report.ts'
import type { CheckResult } from '../run/result.ts'
import { byCause } from './causes.ts'

const like = EXAMPLE_CHECKS.find(({ outcome }) => outcome === 'fail')!

/** A failed check with these observed values. */
function failing(id: string, ...got: string[]): CheckResult {
  const expectations = got.map((one) => ({ ...like.expectations[0]!, holds: false, got: one }))
  return { ...like, id, expectations }
}

const grouped = (checks: CheckResult[]) =>
  byCause(checks).map(({ shown, others }) => [
    shown.map(({ id }) => id).join(' '),
    others.map(({ id }) => id).join(' '),
  ])

t.test('of more than three checks with one cause, the others are listed by id', async (t) => {
  const refused = ['a.a', 'a.b', 'a.c', 'a.d', 'a.e'].map((id) =>
    failing(id, '401 invalid_api_key', '401 invalid_api_key'),
  )
  t.strictSame(grouped(refused), [['a.a a.b a.c', 'a.d a.e']])
})

t.test(
  'a failure with different responses, or a message of its own, is a cause of its own',
  async (t) => {
    const checks = [
      failing('a.a', '404'),
      failing('a.b', '404', '500'),
      failing('a.c', '{"x":1}'),
      failing('a.d', '{"x":1}'),
      failing('a.e', '404'),
    ]
    t.strictSame(grouped(checks), [
      ['a.a a.e', ''],
      ['a.b', ''],
      ['a.c', ''],
      ['a.d', ''],
    ])
  },
)

t.test('a reason is one cause, even with different quoted texts', async (t) => {
  const blocked = ['one', 'two', 'three', 'four'].map((label, i) => ({
    ...failing(`a.${label}`),
    outcome: 'blocked' as const,
    reason: `"${label}" got 402, and the check builds on it${i === 3 ? '!' : ''}`,
  }))
  t.strictSame(grouped(blocked), [
    ['a.one a.two a.three', ''],
    ['a.four', ''],
  ])
})

t.test('reasons that name one setting of the target file are one cause', async (t) => {
  const blocked = ['one', 'two', 'three', 'four'].map((label, i) => ({
    ...failing(`a.${label}`),
    outcome: 'blocked' as const,
    reason: `${i} returned 422; describe it in open_choices.${i === 2 ? 'paging' : 'template_fields'} of the target file`,
  }))
  t.strictSame(grouped(blocked), [
    ['a.one a.two a.four', ''],
    ['a.three', ''],
  ])
})

t.test('equal responses that break different requirements are different causes', async (t) => {
  const breaking = (id: string, got: string, requirement: string): CheckResult => {
    const check = failing(id, got)
    return {
      ...check,
      expectations: check.expectations.map((one) => ({ ...one, requirement })),
    }
  }
  t.strictSame(
    grouped([
      breaking('a.country', '201', 'APP-014'),
      breaking('a.name', '201', 'APP-003'),
      breaking('a.other', '201', 'APP-014'),
    ]),
    [
      ['a.country a.other', ''],
      ['a.name', ''],
    ],
  )
  t.strictSame(
    grouped([
      breaking('a.one', '500 internal_error', 'APP-014'),
      breaking('a.two', '500 internal_error', 'APP-003'),
    ]),
    [['a.one a.two', '']],
  )
})
