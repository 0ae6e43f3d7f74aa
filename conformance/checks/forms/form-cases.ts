import type { Case } from '../../check/cases.ts'

export interface FormRule {
  op: string
  value: unknown
}

/** A question, one rule on it, and an answer. */
export interface QuestionCase extends FormRule {
  type: string
  options?: string[]
  answer: unknown
  /** Other rules on the question, before and after this one. */
  before?: readonly FormRule[]
  after?: readonly FormRule[]
}

/** Returns all rules of the form, in their order. */
export function rulesOf({ op, value, before = [], after = [] }: QuestionCase): FormRule[] {
  return [...before, { op, value }, ...after]
}

/** Expected result of a rule on an answer. */
export interface RuleCase extends QuestionCase {
  holds: boolean
}

const OPTIONS = ['Alpha', 'Beta', 'Gamma', 'CAFÉ']

const ask = (type: string, op: string, value: unknown, answer: unknown): QuestionCase => ({
  type,
  op,
  value,
  answer,
  ...(type.endsWith('_choice') && { options: OPTIONS }),
})

type Row = readonly [
  type: string,
  op: string,
  value: unknown,
  answer: unknown,
  holds: boolean,
  ...requirements: string[],
]

export const flagging = (rows: readonly Row[]): Case<RuleCase>[] =>
  rows.map(([type, op, value, answer, holds, ...requirements]) => ({
    label: `${type}: ${JSON.stringify(answer)} ${op} ${JSON.stringify(value)}`,
    requirements,
    send: { ...ask(type, op, value, answer), holds },
  }))

/**
 * Semantics of each operator for a given answer and a value of the question's type (GAP-FORM-CONDITIONS).
 */
const MEANT = flagging([
  ['text', 'eq', 'alpha', 'alpha', true, 'FRM-003', 'CHK-016'],
  ['text', 'eq', 'alpha', 'beta', false, 'FRM-003'],
  ['number', 'eq', 7, 7, true, 'FRM-003'],
  ['yes_no', 'eq', true, true, true, 'FRM-003'],
  ['yes_no', 'eq', true, false, false, 'FRM-003'],
  ['text', 'neq', 'alpha', 'beta', true, 'FRM-004'],
  ['text', 'neq', 'alpha', 'alpha', false, 'FRM-004'],
  ['text', 'in', ['alpha', 'beta'], 'beta', true, 'FRM-005'],
  ['text', 'in', ['alpha', 'beta'], 'gamma', false, 'FRM-005'],
  ['single_choice', 'eq', 'Beta', 'Beta', true, 'FRM-003', 'FRM-006'],
  ['single_choice', 'eq', 'Alpha', 'Beta', false, 'FRM-003'],
  ['single_choice', 'neq', 'Alpha', 'Beta', true, 'FRM-004'],
  ['single_choice', 'in', ['Alpha', 'Beta'], 'Gamma', false, 'FRM-005'],
  ['multiple_choice', 'eq', 'Beta', ['Beta'], true, 'FRM-003'],
  ['multiple_choice', 'eq', 'Alpha', ['Beta'], false, 'FRM-003'],
  ['multiple_choice', 'neq', 'Alpha', ['Beta'], true, 'FRM-004'],
  ['multiple_choice', 'neq', 'Beta', ['Beta'], false, 'FRM-004'],
  ['multiple_choice', 'in', ['Alpha', 'Gamma'], ['Beta'], false, 'FRM-005'],
  ['single_choice', 'neq', 'Beta', 'Beta', false, 'FRM-004'],
  ['single_choice', 'in', ['Alpha', 'Beta'], 'Beta', true, 'FRM-005'],
  ['yes_no', 'neq', true, true, false, 'FRM-004'],
  ['multiple_choice', 'in', ['Alpha', 'Beta'], ['Beta'], true, 'FRM-005'],
  // Programs often take these for no answer.
  ['yes_no', 'eq', false, false, true, 'FRM-003'],
  ['yes_no', 'neq', true, false, true, 'FRM-004'],
  ['yes_no', 'in', [false], false, true, 'FRM-005'],
  ['number', 'eq', 0, 0, true, 'FRM-003'],
  ['number', 'neq', 7, 0, true, 'FRM-004'],
  ['number', 'lt', 7, 0, true, 'FRM-015'],
  ['number', 'eq', 7, 8, false, 'FRM-003'],
  ['number', 'neq', 7, 7, false, 'FRM-004'],
  ['number', 'in', [7, 9], 9, true, 'FRM-005'],
  ['number', 'in', [7, 9], 8, false, 'FRM-005'],
  // Sign and fraction.
  ['number', 'eq', 7, -7, false, 'FRM-003'],
  ['number', 'eq', 2, 2.5, false, 'FRM-003'],
  ['number', 'in', [2, 3], 2.5, false, 'FRM-005'],
  ['number', 'gt', -2, -3, false, 'FRM-014'],
  ['number', 'lt', -3, -2, false, 'FRM-015'],
  ['number', 'lte', 2, 2.5, false, 'FRM-015'],
  ['number', 'gte', 3, 2.5, false, 'FRM-014'],
  ['number', 'gte', 2.5, 2, false, 'FRM-014'],
  ['number', 'lte', 2.5, 3, false, 'FRM-015'],
  ['date', 'eq', '2020-02-28', '2020-02-28', true, 'FRM-003'],
  ['date', 'neq', '2020-02-28', '2020-02-28', false, 'FRM-004'],
  ['date', 'eq', '2020-02-28', '2020-02-29', false, 'FRM-003'],
  ['date', 'neq', '2020-02-28', '2020-02-29', true, 'FRM-004'],
  ['date', 'in', ['2020-02-28', '2020-02-29'], '2020-02-29', true, 'FRM-005'],
  ['email', 'eq', 'una@mail.example', 'una@mail.example', true, 'FRM-003'],
  ['email', 'neq', 'una@mail.example', 'ana@mail.example', true, 'FRM-004'],
  ['phone', 'eq', '+442079460018', '+442079460018', true, 'FRM-003'],
  ['phone', 'in', ['+442079460017', '+442079460018'], '+442079460018', true, 'FRM-005'],
  ['number', 'gt', 7, 8, true, 'FRM-014'],
  ['number', 'gt', 7, 7, false, 'FRM-014'],
  ['number', 'gte', 7, 7, true, 'FRM-014'],
  ['number', 'gte', 7, 6, false, 'FRM-014'],
  ['number', 'lt', 7, 6, true, 'FRM-015'],
  ['number', 'lt', 7, 7, false, 'FRM-015'],
  ['number', 'lte', 7, 7, true, 'FRM-015'],
  ['number', 'lte', 7, 8, false, 'FRM-015'],
  ['number', 'gt', 9, 10, true, 'FRM-014'],
  ['number', 'gte', 9, 10, true, 'FRM-014'],
  ['number', 'lt', 10, 9, true, 'FRM-015'],
  ['number', 'lte', 10, 9, true, 'FRM-015'],
  ['date', 'gte', '2020-02-28', '2020-02-27', false, 'FRM-014'],
  ['date', 'lte', '2020-02-28', '2020-02-29', false, 'FRM-015'],
  ['date', 'gt', '2020-02-28', '2020-02-29', true, 'FRM-014'],
  ['date', 'gt', '2020-02-28', '2020-02-28', false, 'FRM-014'],
  ['date', 'gte', '2020-02-28', '2020-02-28', true, 'FRM-014'],
  ['date', 'lt', '2020-02-28', '2019-12-31', true, 'FRM-015'],
  ['date', 'lt', '2020-02-28', '2020-02-28', false, 'FRM-015'],
  ['date', 'lte', '2020-02-28', '2020-02-28', true, 'FRM-015'],
  ['text', 'includes', 'fish', 'a fishing boat', true, 'FRM-016'],
  ['text', 'includes', 'fish', 'a boat', false, 'FRM-016'],
  ['text', 'not_includes', 'fish', 'a boat', true, 'FRM-017'],
  ['text', 'not_includes', 'fish', 'a fishing boat', false, 'FRM-017'],
  ['email', 'ends_with', '@mail.example', 'una@mail.example', true, 'FRM-018'],
  ['email', 'ends_with', '@mail.example', 'una@mail.example.org', false, 'FRM-018'],
  ['phone', 'ends_with', '18', '+442079460018', true, 'FRM-018'],
  ['phone', 'ends_with', '7946', '+442079460018', false, 'FRM-018'],
  ['email', 'includes', '@mail', 'una@mail.example', true, 'FRM-016'],
  ['email', 'not_includes', '@mail', 'una@mail.example', false, 'FRM-017'],
  ['phone', 'includes', '7946', '+442079460018', true, 'FRM-016'],
  ['phone', 'not_includes', '7946', '+442079460018', false, 'FRM-017'],
  // Characters with a meaning in patterns have none here.
  ['text', 'includes', 'f.sh', 'a fish', false, 'FRM-016'],
  ['text', 'includes', 'f_sh', 'a fish', false, 'FRM-016'],
  ['text', 'includes', 'a%h', 'a fish', false, 'FRM-016'],
  ['text', 'includes', 'c++ (', 'the c++ (2nd)', true, 'FRM-016'],
  ['text', 'not_includes', 'f.sh', 'a fish', true, 'FRM-017'],
  ['email', 'ends_with', '.example.org', 'una@mail-example.org', false, 'FRM-018'],
])

/** Upper case and accents, and a similar character that is different. */
const FOLDED = flagging([
  ['text', 'eq', 'alpha', 'ALPHA', true, 'FRM-019', 'VER-008'],
  ['text', 'neq', 'Alpha', 'aLPHA', false, 'FRM-019'],
  ['text', 'in', ['ALPHA'], 'alpha', true, 'FRM-019'],
  ['text', 'includes', 'FISH', 'a fishing boat', true, 'FRM-019'],
  ['text', 'not_includes', 'FISH', 'a fishing boat', false, 'FRM-019'],
  ['email', 'ends_with', '@MAIL.example', 'una@mail.EXAMPLE', true, 'FRM-019'],
  ['text', 'eq', 'cafe', 'CAFÉ', true, 'FRM-020', 'VER-008'],
  ['text', 'eq', 'CAFÉ', 'cafe', true, 'FRM-020'],
  ['text', 'includes', 'cafe', 'the CAFE\u0301 there', true, 'FRM-020'],
  ['text', 'eq', 'cafe', 'CAFE\u0301', true, 'FRM-020'],
  ['text', 'neq', 'cafe', 'Café', false, 'FRM-020'],
  ['text', 'in', ['cafe'], 'CAFÉ', true, 'FRM-020'],
  ['text', 'includes', 'CAFÉ', 'the cafe there', true, 'FRM-020'],
  ['text', 'not_includes', 'cafe', 'the CAFÉ there', false, 'FRM-020'],
  ['text', 'not_includes', 'CAFÉ', 'the cafe there', false, 'FRM-020'],
  ['single_choice', 'eq', 'cafe', 'CAFÉ', true, 'FRM-020'],
  ['single_choice', 'in', ['cafe'], 'CAFÉ', true, 'FRM-020'],
  ['email', 'ends_with', '@Máil.example', 'una@mail.example', true, 'FRM-020'],
  // Letters outside Latin-1.
  ['text', 'eq', 'cesky', 'ČESKÝ', true, 'FRM-020'],
  ['text', 'includes', 'Ješ', 'na jes co', true, 'FRM-020'],
  // Two marks over one letter, composed and decomposed.
  ['text', 'eq', 'nguyen', 'NGUYỄN', true, 'FRM-020'],
  ['text', 'eq', 'nguyen', 'Nguye\u0302\u0303n', true, 'FRM-020'],
  ...[
    ['o', 'ø'],
    ['l', 'ł'],
    ['d', 'đ'],
    ['ss', 'ß'],
  ].map(([plain, letter]): Row => [
    'text',
    'eq',
    `a${plain}a`,
    `a${letter}a`,
    false,
    'FRM-021',
    'FRM-022',
  ]),
  ['text', 'eq', 'aøa', 'AØA', true, 'FRM-021'],
  // A ligature, a wide letter and a raised letter have no mark: compatibility forms are distinct.
  ['text', 'eq', 'fin', '\uFB01n', false, 'FRM-021'],
  ['text', 'eq', 'ana', '\uFF41na', false, 'FRM-021'],
  ['text', 'includes', 'na', 'a\u207Fa', false, 'FRM-021'],
  ['text', 'neq', 'ana', '\uFF41na', true, 'FRM-021'],
  ['text', 'eq', ' alpha', 'alpha', false, 'FRM-023'],
  ['text', 'eq', 'alpha ', 'alpha', false, 'FRM-023'],
  ['text', 'in', ['alpha '], 'alpha', false, 'FRM-023'],
  ['text', 'includes', 'alpha ', 'alpha', false, 'FRM-023'],
  ['text', 'neq', 'alpha ', 'alpha', true, 'FRM-024'],
  ['text', 'not_includes', ' alpha', 'alpha', true, 'FRM-024'],
  ['email', 'ends_with', '.example ', 'una@mail.example', false, 'FRM-023'],
])

/** A value and an answer of each type of question. */
const SAMPLES: Record<string, unknown> = {
  single_choice: 'Alpha',
  multiple_choice: 'Alpha',
  yes_no: true,
  number: 7,
  date: '2020-02-28',
  text: 'alpha',
  email: 'una@mail.example',
  phone: '+442079460018',
}

const ORDER = ['gt', 'gte', 'lt', 'lte']
const PARTS = ['includes', 'not_includes']

/** Operators that each type offers, and the requirement that it offers no other. */
const OFFERED: Record<string, [requirement: string, operators: string[]]> = {
  single_choice: ['FRM-006', []],
  multiple_choice: ['FRM-007', []],
  yes_no: ['FRM-008', []],
  number: ['FRM-009', ORDER],
  date: ['FRM-010', ORDER],
  text: ['FRM-011', PARTS],
  email: ['FRM-012', [...PARTS, 'ends_with']],
  phone: ['FRM-013', [...PARTS, 'ends_with']],
}

const LATER = [...ORDER, ...PARTS, 'ends_with']

const offering = (type: string, op: string, ...requirements: string[]): Case<QuestionCase> => {
  const sample = SAMPLES[type]
  return {
    label: `${op} on a ${type} question`,
    requirements,
    send: ask(
      type,
      op,
      op === 'in' ? [sample] : sample,
      type === 'multiple_choice' ? [sample] : sample,
    ),
  }
}

/** Operators by type of question: offered and not offered. */
export const OFFERED_RULES = Object.entries(OFFERED).map(
  ([type, [requirement, operators]]) =>
    [
      type,
      ['eq', 'neq', 'in', ...operators].map((op) =>
        offering(type, op, requirement, 'FRM-002', ...(LATER.includes(op) ? ['VER-009'] : [])),
      ),
      [
        ...LATER.filter(
          (op) => !operators.includes(op) && ['gt', 'includes', 'ends_with'].includes(op),
        ).map((op) => offering(type, op, requirement)),
        ...(type === 'text'
          ? ['contains', 'not_in', 'exists'].map((op) => offering(type, op, 'FRM-002', 'FRM-033'))
          : []),
        offering(type, 'resembles', 'FRM-002'),
      ],
    ] as const,
)

const about = (cases: readonly Case<RuleCase>[], ...ids: string[]): Case<RuleCase>[] =>
  cases.filter(({ requirements }) => ids.includes(requirements[0]!))

/** The same cases in groups, so that each check is short. */
export const MEANING = [
  ['equality', about(MEANT, 'FRM-003', 'FRM-004', 'FRM-005')],
  ['order', about(MEANT, 'FRM-014', 'FRM-015')],
  ['parts', about(MEANT, 'FRM-016', 'FRM-017', 'FRM-018')],
] as const

export const FOLDING = [
  ['capitals', about(FOLDED, 'FRM-019')],
  ['accents', about(FOLDED, 'FRM-020')],
  ['letters-and-spaces', about(FOLDED, 'FRM-021', 'FRM-023', 'FRM-024')],
] as const

/** The first case of each requirement and of each order that holds, and the first that does not. */
export const SAMPLE: readonly Case<RuleCase>[] = (() => {
  const seen = new Set<string>()
  return [...MEANT, ...FOLDED].filter(({ requirements, send }) => {
    const orders = ORDER.filter((op) => op === send.op)
    const kinds = [...requirements, ...orders].map((kind) => `${kind} ${send.holds}`)
    const isNew = kinds.some((kind) => !seen.has(kind))
    for (const kind of kinds) seen.add(kind)
    return isNew
  })
})()
