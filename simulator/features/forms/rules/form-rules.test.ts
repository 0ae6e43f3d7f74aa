import t from 'tap'
import fc from 'fast-check'
import type {
  CustomFormConfig,
  FormQuestionType,
  FormRuleCondition,
  FormRuleOperator,
  FormRuleValue,
} from '../../../../spec/generated/wire.ts'
import { document } from '../../../../spec/contract.ts'
import { type FormAnswer, OFFERED, holds, triggeringQuestions } from './form-rules.ts'
import { rounds } from '../../../../tools/testing/rounds.ts'

const TYPES = Object.keys(OFFERED) as FormQuestionType[]
const OPERATORS: readonly FormRuleOperator[] = document.components.schemas.FormRuleOperator
  .enum as FormRuleOperator[]

/** `value` is the rule's, `answer` the applicant's; `held` says whether the condition holds. */
type Row = [
  type: FormQuestionType,
  op: FormRuleOperator,
  value: FormRuleValue,
  answer: FormAnswer,
  held: boolean,
]

function table(title: string, rows: Row[]): void {
  void t.test(title, async (t) => {
    for (const [type, op, value, answer, expected] of rows) {
      const what = `${type}: ${JSON.stringify(answer)} ${op} ${JSON.stringify(value)}`
      t.equal(holds(type, { op, value }, answer), expected, what)
    }
  })
}

t.test(
  'FRM-002 FRM-006 FRM-007 FRM-008 FRM-009 FRM-010 FRM-011 FRM-012 FRM-013 each type supports its operators',
  async (t) => {
    const equality = ['eq', 'neq', 'in']
    const order = [...equality, 'gt', 'gte', 'lt', 'lte']
    const text = [...equality, 'includes', 'not_includes']
    t.strictSame(OFFERED, {
      single_choice: equality,
      multiple_choice: equality,
      yes_no: equality,
      number: order,
      date: order,
      text,
      email: [...text, 'ends_with'],
      phone: [...text, 'ends_with'],
    })
    t.strictSame(
      [...new Set(Object.values(OFFERED).flat())].sort(),
      [...OPERATORS].sort(),
      'ten in all',
    )
    t.strictSame(
      TYPES.sort(),
      [...document.components.schemas.FormQuestionType.enum].sort(),
      'for each type of the contract',
    )
  },
)

table('FRM-003 FRM-004 FRM-005 FRM-019 FRM-020 one choice', [
  ['single_choice', 'eq', 'Café', 'Café', true],
  ['single_choice', 'eq', 'cafe', 'CAFÉ', true],
  ['single_choice', 'eq', 'caf', 'Café', false],
  ['single_choice', 'neq', 'cafe', 'CAFÉ', false],
  ['single_choice', 'neq', 'bar', 'CAFÉ', true],
  ['single_choice', 'in', ['bar', 'cafe'], 'CAFÉ', true],
  ['single_choice', 'in', ['bar', 'inn'], 'CAFÉ', false],
  ['single_choice', 'in', [], 'CAFÉ', false],
])

table('several choices: a positive condition needs one match, a negative one no match', [
  ['multiple_choice', 'eq', 'dog', ['Cat', 'Dog'], true],
  ['multiple_choice', 'eq', 'bird', ['Cat', 'Dog'], false],
  ['multiple_choice', 'neq', 'dog', ['Cat', 'Dog'], false],
  ['multiple_choice', 'neq', 'bird', ['Cat', 'Dog'], true],
  ['multiple_choice', 'in', ['bird', 'cát'], ['Cat', 'Dog'], true],
  ['multiple_choice', 'in', ['bird', 'fish'], ['Cat', 'Dog'], false],
  ['multiple_choice', 'eq', 'dog', ['Dog'], true],
  ['multiple_choice', 'neq', 'dog', ['Dog'], false],
])

table('yes or no', [
  ['yes_no', 'eq', true, true, true],
  ['yes_no', 'eq', true, false, false],
  ['yes_no', 'eq', false, false, true],
  ['yes_no', 'neq', true, false, true],
  ['yes_no', 'neq', false, false, false],
  ['yes_no', 'in', [true, false], false, true],
  ['yes_no', 'in', [true], false, false],
  ['yes_no', 'eq', 'true', true, false],
  ['yes_no', 'eq', 1, true, false],
])

table('FRM-014 FRM-015 numbers are compared as numbers', [
  ['number', 'eq', 10, 10, true],
  ['number', 'eq', 10, 10.5, false],
  ['number', 'eq', 0, -0, true],
  ['number', 'neq', 10, 9, true],
  ['number', 'neq', 10, 10, false],
  ['number', 'in', [1, 10], 10, true],
  ['number', 'in', [1, 100], 10, false],
  ['number', 'gt', 9, 10, true],
  ['number', 'gt', 10, 10, false],
  ['number', 'gte', 10, 10, true],
  ['number', 'gte', 10, 9.99, false],
  ['number', 'lt', 10, 9, true],
  ['number', 'lt', 10, 10, false],
  ['number', 'lte', 10, 10, true],
  ['number', 'lte', -10, -9, false],
  ['number', 'lt', 9, 10, false],
  ['number', 'gt', '9', 10, false],
  ['number', 'eq', '10', 10, false],
])

table('FRM-014 FRM-015 days are compared as days', [
  ['date', 'eq', '2026-11-20', '2026-11-20', true],
  ['date', 'eq', '2026-11-20', '2026-11-21', false],
  ['date', 'neq', '2026-11-20', '2026-11-21', true],
  ['date', 'in', ['2026-01-01', '2026-11-20'], '2026-11-20', true],
  ['date', 'gt', '2026-11-20', '2026-11-21', true],
  ['date', 'gt', '2026-11-20', '2026-11-20', false],
  ['date', 'gte', '2026-11-20', '2026-11-20', true],
  ['date', 'lt', '2026-11-20', '2026-11-19', true],
  ['date', 'lt', '2026-11-20', '2025-12-31', true],
  ['date', 'lt', '1999-12-31', '2000-01-01', false],
  ['date', 'lte', '2024-02-29', '2024-02-29', true],
  ['date', 'lte', '2026-11-20', '2026-11-21', false],
  ['date', 'gt', '2026-02-30', '2026-11-20', false],
  ['date', 'gt', '20', '2026-11-20', false],
])

table('FRM-016 FRM-017 FRM-018 FRM-019 FRM-020 FRM-021 FRM-022 text', [
  ['text', 'eq', 'cafe', 'CAFÉ', true],
  ['text', 'eq', 'Café', 'cafe', true],
  ['text', 'neq', 'cafe', 'CAFÉ', false],
  ['text', 'in', ['bar', 'cafe'], 'CafÉ', true],
  ['text', 'includes', 'cafe', 'Das CAFÉ am Eck', true],
  ['text', 'includes', 'cafe', 'Das Gasthaus', false],
  ['text', 'not_includes', 'cafe', 'Das CAFÉ am Eck', false],
  ['text', 'not_includes', 'cafe', 'Das Gasthaus', true],
  ['text', 'includes', 'oslo', 'øslø', false],
  ['text', 'includes', 'lodz', 'Łódź', false],
  ['text', 'includes', 'łodz', 'ŁÓDŹ', true],
  ['text', 'eq', 'dakovo', 'Đakovo', false],
  ['text', 'eq', 'strasse', 'Straße', false],
  ['text', 'eq', 'STRASSE', 'Straße', false],
  ['text', 'eq', 'STRAẞE', 'Straße', true],
  ['text', 'not_includes', 'ss', 'Straße', true],
])

table('FRM-012 FRM-013 FRM-018 addresses are also compared by their end', [
  ['email', 'ends_with', '@mail.example', 'Ana@MAIL.example', true],
  ['email', 'ends_with', '@mail.example', 'ana@mail.example.org', false],
  ['email', 'includes', 'ana', 'ÁNA@mail.example', true],
  ['email', 'not_includes', '+', 'ana@mail.example', true],
  ['email', 'eq', 'ANA@mail.example', 'ana@mail.example', true],
  ['phone', 'ends_with', '42', '+4670000042', true],
  ['phone', 'ends_with', '43', '+4670000042', false],
  ['phone', 'includes', '+46', '+4670000042', true],
  ['phone', 'in', ['+4670000042'], '+4670000042', true],
])

table(
  'FRM-023 FRM-024 a stray space prevents a match, or makes a negative condition match everybody',
  [
    ['text', 'eq', 'cafe ', 'Café', false],
    ['text', 'eq', ' cafe', 'Café', false],
    ['text', 'in', ['cafe '], 'Café', false],
    ['text', 'includes', ' cafe ', 'Café', false],
    ['email', 'ends_with', '.example ', 'ana@mail.example', false],
    ['single_choice', 'eq', 'Café ', 'Café', false],
    ['text', 'neq', 'cafe ', 'Café', true],
    ['text', 'not_includes', 'cafe ', 'Café', true],
    ['single_choice', 'neq', ' Café', 'Café', true],
    ['multiple_choice', 'neq', 'Dog ', ['Dog'], true],
    ['text', 'eq', 'cafe ', 'Café ', true],
  ],
)

t.test('a question without an answer triggers no rule, with any operator', async (t) => {
  for (const type of TYPES)
    for (const op of OPERATORS)
      for (const answer of [undefined, '', []]) {
        t.notOk(
          holds(type, { op, value: valueFor(type, op) }, answer),
          `${type} ${op} ${JSON.stringify(answer)}`,
        )
      }
})

t.test('an operator that a type does not support never holds', async (t) => {
  for (const type of TYPES)
    for (const op of OPERATORS.filter((one) => !OFFERED[type].includes(one))) {
      for (const answer of ANSWERS) {
        t.notOk(
          holds(type, { op, value: valueFor(type, op) }, answer),
          `${type} ${op} ${JSON.stringify(answer)}`,
        )
      }
    }
})

const ANSWERS: FormAnswer[] = ['2026-11-20', 'a', 1, true, ['a', 'b']]

function valueFor(type: FormQuestionType, op: FormRuleOperator): FormRuleValue {
  const value =
    type === 'number' ? 1 : type === 'yes_no' ? true : type === 'date' ? '2026-11-20' : 'a'
  return op === 'in' ? [value] : value
}

const scalar = fc.oneof(
  fc.string(),
  fc.constantFrom('2026-11-20', '2025-01-01', 'Café'),
  fc.double(),
  fc.boolean(),
)
const answer = fc.oneof(scalar, fc.array(fc.string(), { maxLength: 3 }))
const value = fc.oneof(scalar, fc.array(scalar, { maxLength: 3 }))
const type = fc.constantFrom(...TYPES)

t.test('a condition returns a result for any values', async () => {
  fc.assert(
    fc.property(
      type,
      fc.constantFrom(...OPERATORS),
      value,
      answer,
      (type, op, value, answer) =>
        typeof holds(type, { op, value } as FormRuleCondition, answer) === 'boolean',
    ),
    { numRuns: rounds(2000) },
  )
})

const word = fc.string({ unit: 'grapheme', minLength: 1 })
const texts = fc.tuple(fc.constantFrom<FormQuestionType>('text', 'email', 'phone'), word, word)

t.test(
  'a negative condition is the opposite of its positive one, if there is an answer',
  async () => {
    fc.assert(
      fc.property(
        texts,
        ([type, value, answer]) =>
          holds(type, { op: 'neq', value }, answer) !== holds(type, { op: 'eq', value }, answer) &&
          holds(type, { op: 'not_includes', value }, answer) !==
            holds(type, { op: 'includes', value }, answer),
      ),
    )
    fc.assert(
      fc.property(
        fc.string(),
        fc.array(fc.string(), { minLength: 1 }),
        (value, answer) =>
          holds('multiple_choice', { op: 'neq', value }, answer) !==
          holds('multiple_choice', { op: 'eq', value }, answer),
      ),
    )
  },
)

t.test('FRM-019 FRM-020 case and accents of both sides are ignored', async () => {
  const plain = fc.string({
    unit: fc.constantFrom('a', 'e', 'o', 'ø', 'ß', 'ł', ' '),
    minLength: 1,
  })
  const dressed = (text: string): string =>
    text.toUpperCase().replaceAll('SS', 'ß').replaceAll('E', 'É').normalize('NFD')
  fc.assert(
    fc.property(plain, plain, (value, answer) =>
      (['eq', 'includes', 'ends_with'] as const).every((op) => {
        const held = holds('email', { op, value }, answer)
        return (
          held === holds('email', { op, value: dressed(value) }, answer) &&
          held === holds('email', { op, value }, dressed(answer))
        )
      }),
    ),
  )
})

t.test('two numbers have exactly one order', async () => {
  const number = fc.double({ noNaN: true, noDefaultInfinity: true })
  fc.assert(
    fc.property(number, number, (value, answer) => {
      const held = (op: FormRuleOperator): boolean => holds('number', { op, value }, answer)
      const one = [held('lt'), held('eq'), held('gt')].filter(Boolean).length === 1
      return (
        one &&
        held('lte') === (held('lt') || held('eq')) &&
        held('gte') === !held('lt') &&
        held('neq') === !held('eq')
      )
    }),
  )
})

const form: CustomFormConfig = {
  questions: [
    { id: 'pets', type: 'yes_no', label: 'Pets?' },
    { id: 'street', type: 'text', label: 'Street' },
    { id: 'constructor', type: 'text', label: 'A name that objects have already' },
  ],
  rules: [
    { when: { questionId: 'street', op: 'includes', value: 'cafe' }, action: 'flag_for_review' },
    { when: { questionId: 'street', op: 'neq', value: 'x' }, action: 'flag_for_review' },
    { when: { questionId: 'pets', op: 'eq', value: true }, action: 'flag_for_review' },
    { when: { questionId: 'constructor', op: 'neq', value: 'x' }, action: 'flag_for_review' },
    { when: { questionId: 'gone', op: 'neq', value: 'x' }, action: 'flag_for_review' },
  ],
}

t.test('returns the questions that trigger, each once, in the order of the form', async (t) => {
  const ids = (answers: Record<string, FormAnswer>): string[] =>
    triggeringQuestions(form, answers).map(({ id }) => id)
  t.strictSame(ids({ street: 'Am Café 3', pets: true }), ['pets', 'street'])
  t.strictSame(ids({ street: 'x', pets: false }), [])
  t.strictSame(ids({}), [])
  t.strictSame(ids({ gone: 'y' }), [], 'a rule on a question that was removed')
  t.strictSame(
    triggeringQuestions({ questions: form.questions }, { pets: true }),
    [],
    'a form without rules',
  )
})
