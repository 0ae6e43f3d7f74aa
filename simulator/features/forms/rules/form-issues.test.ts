import t from 'tap'
import fc from 'fast-check'
import { document } from '../../../../spec/contract.ts'
import type { FormQuestionType, FormRuleOperator } from '../../../../spec/generated/wire.ts'
import { OFFERED } from './form-rules.ts'
import { formIssues } from './form-issues.ts'

const question = (id: string, type: string): object => ({ id, type, label: id })
const rule = (questionId: unknown, op: unknown, value: unknown): object => ({
  when: { questionId, op, value },
  action: 'flag_for_review',
})
const places = (form: unknown): string[] => formIssues(form).map(({ path }) => path.join('.'))

const offers = 'FRM-002 FRM-006 FRM-007 FRM-008 FRM-009 FRM-010 FRM-011 FRM-012 FRM-013'

t.test(`${offers} a rule uses an operator of its question's type`, async (t) => {
  const values: Record<string, unknown> = { number: 1, yes_no: true, date: '2026-11-20' }
  for (const [type, offered] of Object.entries(OFFERED) as [
    FormQuestionType,
    readonly FormRuleOperator[],
  ][]) {
    for (const op of document.components.schemas.FormRuleOperator.enum as FormRuleOperator[]) {
      const value = values[type] ?? 'a'
      const form = {
        questions: [question('q', type)],
        rules: [rule('q', op, op === 'in' ? [value] : value)],
      }
      t.strictSame(places(form), offered.includes(op) ? [] : ['rules.0.when.op'], `${type} ${op}`)
    }
  }
  const [issue] = formIssues({
    questions: [question('q', 'yes_no')],
    rules: [rule('q', 'gt', true)],
  })
  t.equal(
    issue!.message,
    'A question of type yes_no supports eq, neq, in',
    'the error lists the operators',
  )
})

t.test("a rule compares with a value of its question's type", async (t) => {
  for (const [type, op, value, expected] of [
    ['number', 'gt', '5', ['value']],
    ['number', 'in', [1, '2', true], ['value.1', 'value.2']],
    ['yes_no', 'eq', 'yes', ['value']],
    ['yes_no', 'in', [true, 1], ['value.1']],
    ['date', 'lt', '2026-02-29', ['value']],
    ['date', 'lt', '2024-02-29', []],
    ['date', 'eq', '20 November 2026', ['value']],
    ['date', 'gte', 2026, ['value']],
    ['text', 'includes', 5, ['value']],
    ['text', 'eq', ' cafe ', []],
    ['single_choice', 'eq', 'no such option', []],
    ['multiple_choice', 'neq', true, ['value']],
    ['email', 'ends_with', '@mail.example', []],
  ] as const) {
    const form = { questions: [question('q', type)], rules: [rule('q', op, value)] }
    const wanted = expected.map((place) => `rules.0.when.${place}`)
    t.strictSame(places(form), wanted, `${type} ${op} ${JSON.stringify(value)}`)
  }
})

t.test('a rule names a question of its form, and question ids are unique', async (t) => {
  const rules = [rule('b', 'eq', 'x'), rule('toString', 'eq', 'x')]
  t.strictSame(places({ questions: [question('a', 'text')], rules }), [
    'rules.0.when.questionId',
    'rules.1.when.questionId',
  ])
  const questions = [
    question('a', 'text'),
    question('b', 'text'),
    question('a', 'number'),
    question('a', 'date'),
  ]
  t.strictSame(places({ questions }), ['questions.2.id', 'questions.3.id'])
})

t.test('FRM-033 the schema rejects operators of screening rules', async (t) => {
  const form = (op: string): object => ({
    questions: [question('q', 'text')],
    rules: [rule('q', op, 'x')],
  })
  for (const op of ['contains', 'not_in', 'exists']) {
    t.strictSame(places(form(op)), [], op)
    t.notOk((document.components.schemas.FormRuleOperator.enum as string[]).includes(op))
  }
})

t.test('a value that is not a form does not throw', async () => {
  const anything = fc.oneof(
    fc.anything(),
    fc.record({
      questions: fc.anything(),
      rules: fc.array(fc.oneof(fc.anything(), fc.record({ when: fc.anything() }))),
    }),
  )
  fc.assert(
    fc.property(anything, (form) => Array.isArray(formIssues(form))),
    { numRuns: 500 },
  )
})
