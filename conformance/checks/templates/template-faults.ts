import type { Which } from '../../self-test/wire-faults.ts'

export const writes: Which = ({ method, path }) =>
  method !== 'GET' && path.startsWith('/v1/workflow-templates')

export type Rule = Record<string, unknown>
export const rulesOf = (body: Rule): Rule[] =>
  Array.isArray(body['screening_rules']) ? (body['screening_rules'] as Rule[]) : []
