import type { Case } from '../../check/cases.ts'
import { FOLDED } from './folded-cases.ts'
import { ask, flagging, type QuestionCase, type RuleCase } from './form-rows.ts'

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
  ['text', 'in', ['alpha', 'beta'], 'alpha', true, 'FRM-005'],
  ['text', 'in', ['alpha', 'beta', 'gamma'], 'beta', true, 'FRM-005'],
  // A part of the answer is not the answer.
  ['text', 'eq', 'fish', 'fishing', false, 'FRM-003'],
  ['text', 'eq', 'fish', 'a fishing boat', false, 'FRM-003'],
  ['text', 'neq', 'fish', 'fishing', true, 'FRM-004'],
  ['text', 'in', ['fish'], 'fishing', false, 'FRM-005'],
  // Some languages compare texts of digits as numbers.
  ['text', 'eq', '7', '007', false, 'FRM-003'],
  ['text', 'neq', '7.0', '7', true, 'FRM-004'],
  ['text', 'in', ['70', '7e1'], '7e01', false, 'FRM-005'],
  ['text', 'eq', 'new york', 'new  york', false, 'FRM-003'],
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
  ['yes_no', 'in', [true, false], false, true, 'FRM-005'],
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
  ['number', 'eq', 0.001, 0.002, false, 'FRM-003'],
  ['number', 'lt', 0.002, 0.001, true, 'FRM-015'],
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
  ['date', 'in', ['2020-02-28', '2020-02-29'], '2020-02-27', false, 'FRM-005'],
  ['email', 'eq', 'una@mail.example', 'una@mail.example', true, 'FRM-003'],
  ['email', 'neq', 'una@mail.example', 'ana@mail.example', true, 'FRM-004'],
  ['phone', 'eq', '+442079460018', '+442079460018', true, 'FRM-003'],
  ['phone', 'in', ['+442079460017', '+442079460018'], '+442079460018', true, 'FRM-005'],
  ['email', 'in', ['ana@mail.example', 'una@mail.example'], 'una@mail.example', true, 'FRM-005'],
  ['email', 'in', ['ana@mail.example'], 'una@mail.example', false, 'FRM-005'],
  ['phone', 'in', ['+442079460017'], '+442079460018', false, 'FRM-005'],
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
  // More than 32 bits.
  ['number', 'eq', 3_000_000_000, 3_000_000_000, true, 'FRM-003'],
  ['number', 'gt', 7, 3_000_000_000, true, 'FRM-014'],
  ['date', 'gte', '2020-02-28', '2020-02-27', false, 'FRM-014'],
  ['date', 'lte', '2020-02-28', '2020-02-29', false, 'FRM-015'],
  ['date', 'gt', '2020-02-28', '2020-02-29', true, 'FRM-014'],
  ['date', 'gt', '2020-02-28', '2020-02-28', false, 'FRM-014'],
  ['date', 'gte', '2020-02-28', '2020-02-28', true, 'FRM-014'],
  // Before the epoch of many clocks.
  ['date', 'gt', '1950-01-01', '1965-06-01', true, 'FRM-014'],
  ['date', 'lt', '1970-01-01', '1969-12-31', true, 'FRM-015'],
  ['date', 'lt', '2020-02-28', '2019-12-31', true, 'FRM-015'],
  ['date', 'lt', '2020-02-28', '2020-02-28', false, 'FRM-015'],
  ['date', 'lte', '2020-02-28', '2020-02-28', true, 'FRM-015'],
  ['date', 'gt', '2020-02-28', '2020-02-27', false, 'FRM-014'],
  ['date', 'lt', '2020-02-28', '2020-02-29', false, 'FRM-015'],
  ['text', 'includes', 'fish', 'a fishing boat', true, 'FRM-016'],
  ['text', 'includes', 'fish', 'a boat', false, 'FRM-016'],
  ['text', 'not_includes', 'fish', 'a boat', true, 'FRM-017'],
  ['text', 'not_includes', 'fish', 'a fishing boat', false, 'FRM-017'],
  // Where a part begins is 0 then, which some languages take for false.
  ['text', 'includes', 'fish', 'fishing boats', true, 'FRM-016'],
  ['text', 'not_includes', 'fish', 'fishing boats', false, 'FRM-017'],
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
