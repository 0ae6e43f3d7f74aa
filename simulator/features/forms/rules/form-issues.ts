import type { FormQuestionType, FormRuleOperator } from '../../../../spec/generated/wire.ts'
import type { Issue } from '../../../call/errors.ts'
import { OFFERED, fits } from './form-rules.ts'

const KIND: Readonly<Record<FormQuestionType, string>> = {
  single_choice: 'text',
  multiple_choice: 'text',
  yes_no: 'true or false',
  number: 'a number',
  date: 'an existing date as YYYY-MM-DD',
  text: 'text',
  email: 'text',
  phone: 'text',
}

/**
 * Returns the problems of a custom form that the schema cannot express: question ids are unique; a rule names a
 * question of the same form, an operator of its type, and a value of its type. Paths start at the form. Also called on
 * forms that the schema rejected, so it assumes no types.
 */
export function formIssues(form: unknown): Issue[] {
  const { questions, rules } = (form ?? {}) as { questions?: unknown; rules?: unknown }
  const types = new Map<string, unknown>()
  const issues: Issue[] = []
  for (const [i, question] of list(questions).entries()) {
    const { id, type } = (question ?? {}) as { id?: unknown; type?: unknown }
    if (typeof id !== 'string') continue
    if (types.has(id))
      issues.push(issue(['questions', i, 'id'], 'Another question of this form has this id'))
    else types.set(id, type)
  }
  for (const [i, rule] of list(rules).entries()) {
    const when = (rule as { when?: unknown } | null)?.when
    if (typeof when === 'object' && when !== null)
      issues.push(...conditionIssues(when, types, ['rules', i, 'when']))
  }
  return issues
}

function conditionIssues(
  when: { questionId?: unknown; op?: unknown; value?: unknown },
  types: Map<string, unknown>,
  path: Issue['path'],
): Issue[] {
  const { questionId, op, value } = when
  if (typeof questionId !== 'string') return []
  if (!types.has(questionId))
    return [issue([...path, 'questionId'], 'This form has no question with that id')]
  const type = types.get(questionId)
  // The schema has already rejected unknown types and operators.
  if (typeof type !== 'string' || !Object.hasOwn(OFFERED, type)) return []
  const known = type as FormQuestionType
  if (!Object.values(OFFERED).some((operators) => operators.includes(op as FormRuleOperator)))
    return []
  if (!OFFERED[known].includes(op as FormRuleOperator)) {
    const message = `A question of type ${known} supports ${OFFERED[known].join(', ')}`
    return [issue([...path, 'op'], message)]
  }
  const values: [Issue['path'], unknown][] =
    op === 'in'
      ? list(value).map((one, i) => [[...path, 'value', i], one])
      : [[[...path, 'value'], value]]
  return values
    .filter(([, one]) => isScalar(one) && !fits(known, one))
    .map(([place]) => issue(place, `Expected ${KIND[known]}, for a question of type ${known}`))
}

function issue(path: Issue['path'], message: string): Issue {
  const param = path.findLast((part) => typeof part === 'string')
  return { code: 'custom', path, message, ...(param !== undefined && { param }) }
}

function list(value: unknown): unknown[] {
  return Array.isArray(value) ? value : []
}

function isScalar(value: unknown): boolean {
  return ['string', 'number', 'boolean'].includes(typeof value)
}
