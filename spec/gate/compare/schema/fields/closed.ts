import type { References } from '../../../load/contract.ts'
import { isMembers, type Json, type Members } from '../../../load/parse.ts'
import { type Conjunction, conjunctionOf, having } from '../conjunction.ts'
import { matchName } from '../patterns/matcher.ts'

/** The fields that a member of a conjunction allows, which refuses all others. */
export interface ClosedFields {
  readonly names: ReadonlySet<string>
  readonly patterns: readonly string[]
}

/** The members of a conjunction that refuse all fields except those that they declare themselves. */
export function closedFields(contract: References, conjunction: Conjunction): ClosedFields[] {
  return [
    ...having(conjunction, 'additionalProperties')
      .filter((schema) => schema.additionalProperties === false)
      .map((schema) => declaredBy([schema])),
    ...having(conjunction, 'unevaluatedProperties').flatMap((schema) => {
      const parts = evaluatedParts(contract, schema)
      // Undeclared fields are evaluated by `additionalProperties` of any part.
      return parts && !parts.some((part) => 'additionalProperties' in part)
        ? [declaredBy(parts)]
        : []
    }),
  ]
}

/** Values of `unevaluatedProperties` that are not expressed by the declared fields. */
export function unevaluatedSchemas(contract: References, conjunction: Conjunction): Json[] {
  return having(conjunction, 'unevaluatedProperties')
    .filter((schema) => !evaluatedParts(contract, schema))
    .map((schema) => schema.unevaluatedProperties!)
}

/** Keywords of which the evaluated fields depend on the value. */
const CONDITIONAL = ['anyOf', 'oneOf', 'if', 'dependentSchemas', '$dynamicRef']

/**
 * Returns the schema with its references and branches of `allOf` if `unevaluatedProperties: false`
 * allows all fields that these declare; null if the allowed fields depend on the value.
 */
function evaluatedParts(contract: References, schema: Members): readonly Members[] | null {
  if (schema.unevaluatedProperties !== false) return null
  const parts = conjunctionOf(contract, [schema]).filter((part) => part !== false)
  return parts.some((part) => CONDITIONAL.some((key) => key in part)) ? null : parts
}

function declaredBy(schemas: readonly Members[]): ClosedFields {
  const keysOf = (keyword: string) =>
    schemas.flatMap((schema) => (isMembers(schema[keyword]) ? Object.keys(schema[keyword]) : []))
  return { names: new Set(keysOf('properties')), patterns: keysOf('patternProperties') }
}

/** Whether no member refuses a field as undeclared. A pattern without a result might match. */
export function allowsField(closed: readonly ClosedFields[], name: string): boolean {
  return closed.every(
    ({ names, patterns }) =>
      names.has(name) || patterns.some((pattern) => matchName(pattern, name) !== false),
  )
}
