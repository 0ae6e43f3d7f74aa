import type { Case } from '../../check/cases.ts'
import { flagging, type RuleCase } from './form-rows.ts'

const beside = (
  [one]: readonly Case<RuleCase>[],
  label: string,
  { before, after }: Pick<RuleCase, 'before' | 'after'>,
): Case<RuleCase> => ({
  ...one!,
  label: `${one!.label}, ${label}`,
  send: { ...one!.send, ...(before && { before }), ...(after && { after }) },
})

const GAMMA = { op: 'eq', value: 'gamma' }
const DELTA = { op: 'includes', value: 'delta' }

/** Several rules on one question: each flags the form, whatever the others do. */
export const SEVERAL_RULES: readonly Case<RuleCase>[] = [
  beside(flagging([['text', 'eq', 'alpha', 'alpha', true, 'FRM-003']]), 'the second of two', {
    before: [GAMMA],
  }),
  beside(flagging([['text', 'eq', 'alpha', 'alpha', true, 'FRM-003']]), 'the first of two', {
    after: [GAMMA],
  }),
  beside(flagging([['text', 'in', ['alpha'], 'alpha', true, 'FRM-005']]), 'the last of three', {
    before: [GAMMA, DELTA],
  }),
  beside(flagging([['text', 'neq', 'beta', 'alpha', true, 'FRM-004']]), 'between two others', {
    before: [GAMMA],
    after: [DELTA],
  }),
  beside(flagging([['number', 'gt', 7, 8, true, 'FRM-014']]), 'after one of the same operator', {
    before: [{ op: 'gt', value: 9 }],
  }),
  beside(flagging([['text', 'eq', 'alpha', 'beta', false, 'FRM-003']]), 'and two others', {
    before: [GAMMA],
    after: [DELTA],
  }),
]
