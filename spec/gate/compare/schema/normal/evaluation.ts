import { homeOf, isMembers, type Json, type Members } from '../../../load/parse.ts'

/** Internal keyword of the normal form: parts that it left out, of which `unevaluated…` sees what they evaluate. */
export const EVALUATED = 'vskit-evaluated'

/** Keywords that evaluate fields and items through other schemas, which `unevaluated…` then ignores. */
export const APPLICATORS = [
  '$ref',
  '$dynamicRef',
  'allOf',
  'anyOf',
  'oneOf',
  'if',
  'dependentSchemas',
  EVALUATED,
]

const EVALUATING = new Set([
  '$ref',
  '$dynamicRef',
  'properties',
  'patternProperties',
  'additionalProperties',
  'unevaluatedProperties',
  'prefixItems',
  'items',
  'contains',
  'unevaluatedItems',
])

const UNEVALUATED = /unevaluated(Properties|Items)/

/** Roots of the files of contracts in which a schema refuses what no other evaluates. */
const observing = new WeakSet<object>()

/** Call with the files of a contract before its schemas are compared: a reference may lead from any file to any other. */
export function observeEvaluation(files: Iterable<{ text: string; value: Json }>): void {
  const all = [...files]
  if (!all.some(({ text }) => UNEVALUATED.test(text))) return
  for (const { value } of all) if (typeof value === 'object' && value !== null) observing.add(value)
}

/**
 * Notes a part that the normal form leaves out because no value depends on it. It matters only if it evaluates fields or
 * items, and a schema of the contract refuses those that nothing evaluates.
 */
export function noteLeftOut(schema: Members, part: Json | undefined): void {
  const { root } = homeOf(schema)
  const isObserved = typeof root === 'object' && root !== null && observing.has(root)
  if (!isObserved || part === undefined || !evaluates(part)) return
  schema[EVALUATED] = [...((schema[EVALUATED] as Json[] | undefined) ?? []), part]
}

function evaluates(part: Json): boolean {
  if (Array.isArray(part)) return part.some(evaluates)
  if (!isMembers(part)) return false
  return Object.entries(part).some(([key, inside]) => EVALUATING.has(key) || evaluates(inside))
}

/** Without other keywords that evaluate fields and items, `unevaluated…` is equal to the plain keyword. */
export function unevaluated(schema: Members): void {
  if (APPLICATORS.some((key) => key in schema)) return
  const rename = (from: string, to: string, ...others: string[]) => {
    if (!(from in schema) || [to, ...others].some((key) => key in schema)) return
    schema[to] = schema[from]!
    delete schema[from]
  }
  rename('unevaluatedProperties', 'additionalProperties')
  rename('unevaluatedItems', 'items', 'contains')
}
