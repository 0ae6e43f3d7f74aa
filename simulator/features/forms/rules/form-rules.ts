import type {
  CustomFormConfig,
  FormQuestion,
  FormQuestionType,
  FormRuleCondition,
  FormRuleOperator,
} from '../../../../spec/generated/wire.ts'
import { fold } from './fold.ts'

/** A multiple choice is a list; a date is YYYY-MM-DD. */
export type FormAnswer = string | number | boolean | string[]
export type FormAnswers = Record<string, FormAnswer>

type Scalar = string | number | boolean

const EQUALITY: FormRuleOperator[] = ['eq', 'neq', 'in']
const ORDER: FormRuleOperator[] = [...EQUALITY, 'gt', 'gte', 'lt', 'lte']
const TEXT: FormRuleOperator[] = [...EQUALITY, 'includes', 'not_includes']
const ADDRESS: FormRuleOperator[] = [...TEXT, 'ends_with']

/** The operators that a rule on a question of each type may use (FRM-006 to FRM-013). */
export const OFFERED: Readonly<Record<FormQuestionType, readonly FormRuleOperator[]>> = {
  single_choice: EQUALITY,
  multiple_choice: EQUALITY,
  yes_no: EQUALITY,
  number: ORDER,
  date: ORDER,
  text: TEXT,
  email: ADDRESS,
  phone: ADDRESS,
}

/** Whether a value can be compared with answers of this type: a rule's value, one entry of it, or one chosen option. */
export function fits(type: FormQuestionType, value: unknown): value is Scalar {
  switch (type) {
    case 'yes_no':
      return typeof value === 'boolean'
    case 'number':
      return typeof value === 'number' && Number.isFinite(value)
    case 'date':
      return typeof value === 'string' && isDay(value)
    default:
      return typeof value === 'string'
  }
}

/** Whether a question was answered: not with an empty text or an empty list. */
export function isAnswered(answer: FormAnswer | undefined): answer is FormAnswer {
  return answer !== undefined && answer !== '' && !(Array.isArray(answer) && answer.length === 0)
}

/** Returns the answer to a question. `answers` are external data, so a question may have any name. */
export function answerTo(answers: FormAnswers, questionId: string): FormAnswer | undefined {
  return Object.hasOwn(answers, questionId) ? answers[questionId] : undefined
}

/**
 * Returns the questions whose rules hold for these answers, each once, in the order of the form. Rules may have changed
 * since the answers were given: a rule that no longer fits its question never holds.
 */
export function triggeringQuestions(form: CustomFormConfig, answers: FormAnswers): FormQuestion[] {
  const rules = form.rules ?? []
  return form.questions.filter((question) =>
    rules.some(
      ({ when }) =>
        when.questionId === question.id &&
        holds(question.type, when, answerTo(answers, question.id)),
    ),
  )
}

/**
 * Whether a condition holds for an answer to a question of this type. A question without an answer triggers no rule,
 * with any operator. Of several chosen options each is compared, and a negative condition holds when its positive one
 * holds for none (GAP-FORM-CONDITIONS).
 */
export function holds(
  type: FormQuestionType,
  { op, value }: Pick<FormRuleCondition, 'op' | 'value'>,
  answer: FormAnswer | undefined,
): boolean {
  if (!isAnswered(answer) || !OFFERED[type].includes(op) || !isOperand(type, op, value))
    return false
  const given: Scalar[] = Array.isArray(answer) ? answer : [answer]
  const values = Array.isArray(value) ? value : [value]
  if (!given.every((one) => fits(type, one))) return false
  // Only a multiple choice has more than one answer, and only `in` more than one value.
  const order = compare(given[0]!, values[0]!)
  const text = fold(String(given[0]))
  const part = fold(String(values[0]))
  const equal = given.some((one) => values.some((wanted) => compare(one, wanted) === 0))
  switch (op) {
    case 'eq':
      return equal
    case 'in':
      return equal
    case 'neq':
      return !equal
    case 'gt':
      return order > 0
    case 'gte':
      return order >= 0
    case 'lt':
      return order < 0
    case 'lte':
      return order <= 0
    case 'includes':
      return text.includes(part)
    case 'not_includes':
      return !text.includes(part)
    case 'ends_with':
      return text.endsWith(part)
  }
}

/** Negative, zero or positive. Days compare as their text does, since every one has ten characters. */
function compare(a: Scalar, b: Scalar): number {
  if (typeof a === 'string' && typeof b === 'string') return compareSame(fold(a), fold(b))
  return compareSame(a, b)
}

function compareSame(a: Scalar, b: Scalar): number {
  if (a === b) return 0
  return a < b ? -1 : 1
}

/** Whether the operator can compare this value with answers of this type. `in` requires a list of values. */
function isOperand(type: FormQuestionType, op: FormRuleOperator, value: unknown): boolean {
  if (op !== 'in') return fits(type, value)
  return Array.isArray(value) && value.every((one) => fits(type, one))
}

/** YYYY-MM-DD of an existing date. */
export function isDay(text: string): boolean {
  if (!/^\d{4}-\d\d-\d\d$/.test(text)) return false
  const time = Date.parse(`${text}T00:00:00Z`)
  // The parser reads 30 February as a day in March.
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(text)
}
