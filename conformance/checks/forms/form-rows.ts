import type { Case } from '../../check/cases.ts'

/** Form rules with answers, and their expected results. */

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

export const ask = (type: string, op: string, value: unknown, answer: unknown): QuestionCase => ({
  type,
  op,
  value,
  answer,
  ...(type.endsWith('_choice') && { options: OPTIONS }),
})

export type Row = readonly [
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
