import type { Json, Members } from './json.ts'
import { METHODS } from './methods.ts'

/** The two schema dialects of OpenAPI 3. Every later version counts as 3.1. */
export const DIALECTS = ['3.0', '3.1'] as const
export type Dialect = (typeof DIALECTS)[number]

export function dialectOf(root: Json): Dialect {
  const isThreeZero =
    typeof root === 'object' &&
    root !== null &&
    !Array.isArray(root) &&
    String(root.openapi).startsWith('3.0')
  return isThreeZero ? '3.0' : '3.1'
}

/**
 * Replaces `nullable: true` where it cannot be rewritten as a type. It is no keyword of a document: in 3.1, `nullable` has no
 * meaning.
 */
export const NULLABLE_30 = 'nullable (3.0)'

/**
 * Rewrites OpenAPI 3.0 in place as 3.1: `nullable`, boolean `exclusiveMinimum` and
 * `exclusiveMaximum`, and members beside `$ref`, which 3.0 ignores. Pointers remain those of the
 * source.
 */
export function translate30(root: Json): void {
  const seen = new Set<object>()
  const visit = (node: Json): void => {
    if (typeof node !== 'object' || node === null || seen.has(node)) return
    seen.add(node)
    if (!Array.isArray(node)) {
      dropSiblings(node)
      exclusive(node, 'exclusiveMinimum', 'minimum')
      exclusive(node, 'exclusiveMaximum', 'maximum')
      nullable(node)
    }
    for (const child of Object.values(node)) visit(child)
  }
  visit(root)
}

const PATH_ITEM = [...METHODS, 'parameters', 'servers']

/** Only a path item may have members beside its `$ref`. */
function dropSiblings(node: Members): void {
  if (typeof node.$ref !== 'string' || PATH_ITEM.some((key) => key in node)) return
  for (const key of Object.keys(node)) if (key !== '$ref') delete node[key]
}

function exclusive(schema: Members, flag: string, bound: string): void {
  if (typeof schema[flag] !== 'boolean') return
  const isExclusive = schema[flag]
  delete schema[flag]
  if (!isExclusive || typeof schema[bound] !== 'number') return
  schema[flag] = schema[bound]
  delete schema[bound]
}

/**
 * `null` joins the type, the list of values and the variants. Strictly, 3.0.3 lets `nullable` add nothing to an `enum` without
 * null, and nothing to an `allOf` whose members refuse null; authors mean that null may be sent, and the gate reads it so.
 * Without a type beside it, or beside `allOf`, `NULLABLE_30` replaces it: `typesOf` counts it for the whole conjunction.
 */
function nullable(schema: Members): void {
  if (typeof schema.nullable !== 'boolean') return
  const isNullable = schema.nullable
  const { type, enum: values } = schema
  delete schema.nullable
  if (!isNullable) return
  if (typeof type !== 'string' || 'allOf' in schema) schema[NULLABLE_30] = true
  if (typeof type === 'string') schema.type = [type, 'null']
  if (Array.isArray(values) && !values.includes(null)) schema.enum = [...values, null]
  for (const keyword of ['oneOf', 'anyOf']) {
    const variants = schema[keyword]
    if (Array.isArray(variants)) schema[keyword] = [...variants, { type: 'null' }]
  }
}
