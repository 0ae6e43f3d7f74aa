import { isDeepStrictEqual } from 'node:util'
import { NULLABLE_30 } from '../../../load/openapi-3.0.ts'
import type { References } from '../../../load/contract.ts'
import { atHomeOf, homeOf, isMembers, type Json, type Members } from '../../../load/parse.ts'
import { typesOf } from '../values/value-sets.ts'
import type { Comparison } from '../comparison.ts'
import { type Conjunction, conjunctionOf, having, valuesOf } from '../conjunction.ts'
import { isNullVariant } from './variants.ts'

/** A schema that became one variant of several, or the reverse. */
export interface Wrapped {
  readonly keyword: 'anyOf' | 'oneOf'
  /** The variants of the side that has them. */
  readonly variants: readonly Json[]
  readonly side: 'base' | 'head'
  /** The schema and the variant that it is compared with. */
  readonly pair: readonly [was: Json[], is: Json[]]
  /** The other variants. */
  readonly removed: readonly Json[]
  readonly added: readonly Json[]
}

/**
 * Null if both sides or neither have variants, or if no variant equals the schema of the other
 * side.
 */
export function wrappedIn(
  contracts: Pick<Comparison, 'base' | 'head'>,
  base: Conjunction,
  head: Conjunction,
): Wrapped | null {
  const [before, after] = [onlyVariants(base), onlyVariants(head)]
  if ((before === null) === (after === null)) return null
  const [keyword, variants] = (before ?? after)!
  const [other, wrapper] = before ? [head, base] : [base, head]
  const hasVariants = ['anyOf', 'oneOf'].some((key) => valuesOf(other, key).length > 0)
  if (other.length === 0 || hasVariants) return null
  const schema = other as Json[]
  const types = typesOf(other)
  const isOnlyNull = types?.size === 1 && types.has('null')
  const same =
    (isOnlyNull ? variants.find(isNullVariant) : undefined) ??
    wrappedVariant(before ? contracts.base : contracts.head, variants, schema)
  if (same === undefined) return null
  // Null may be allowed by a type or by a separate variant.
  const isSaid = allowsNull(other) && variants.some(isNullVariant) && !isNullVariant(same)
  const others = variants.filter(
    (variant) => variant !== same && !(isSaid && isNullVariant(variant)),
  )
  const bare = isSaid ? schema.map(withoutNull) : schema
  const inside = [same, ...wrapper.map((part) => without(part as Members, keyword))]
  return {
    keyword,
    variants,
    side: before ? 'base' : 'head',
    pair: before ? [inside, bare] : [bare, inside],
    removed: before ? others : [],
    added: before ? [] : others,
  }
}

/** Whether a conjunction without variants is known to allow null. */
function allowsNull(conjunction: Conjunction): boolean {
  const hasLogic = ['not', 'if'].some((keyword) => valuesOf(conjunction, keyword).length > 0)
  return typesOf(conjunction)?.has('null') ?? !hasLogic
}

const ANNOTATIONS = new Set([
  'title',
  'description',
  'example',
  'examples',
  'deprecated',
  'readOnly',
  'writeOnly',
  'discriminator',
  '$ref',
  'allOf',
])

/** Returns the variants of a schema without other keywords; null for any other schema. */
function onlyVariants(
  conjunction: Conjunction,
): [keyword: 'anyOf' | 'oneOf', variants: Json[]] | null {
  const owners = (['anyOf', 'oneOf'] as const).flatMap((keyword) =>
    having(conjunction, keyword).map((schema) => [keyword, schema] as const),
  )
  if (owners.length !== 1) return null
  const [keyword, owner] = owners[0]!
  const isBare = conjunction.every(
    (schema) =>
      schema !== false &&
      Object.keys(schema).every(
        (key) =>
          ANNOTATIONS.has(key) || key.startsWith('x-') || (schema === owner && key === keyword),
      ),
  )
  return isBare ? [keyword, owner[keyword] as Json[]] : null
}

const nonNull = new WeakMap<object, Members>()

/** Returns a part of a flat conjunction without null in its type or list of values. */
function withoutNull(schema: Json): Json {
  if (!isMembers(schema)) return schema
  const known = nonNull.get(schema)
  if (known) return known
  const { type, enum: values, [NULLABLE_30]: _, $ref: __, allOf: ___, ...others } = schema
  const types = Array.isArray(type) ? type.filter((name) => name !== 'null') : type
  const copy: Members = {
    ...others,
    ...(types !== undefined && { type: types }),
    ...(Array.isArray(values) && { enum: values.filter((value) => value !== null) }),
  }
  nonNull.set(schema, atHomeOf(schema, copy))
  return copy
}

/**
 * Returns the variant that corresponds to a schema: an equal one or the same component, one with the same reference, or
 * the only one except `null`.
 */
function wrappedVariant(
  contract: References,
  variants: readonly Json[],
  schema: readonly Json[],
): Json | undefined {
  const real = variants.filter((variant) => !isNullVariant(variant))
  return (
    real.find((variant) =>
      conjunctionOf(contract, [variant]).every((part) =>
        schema.some((other) => isDeepStrictEqual(part, other) || areOneComponent(part, other)),
      ),
    ) ??
    real.find((variant) =>
      schema.some(
        (other) =>
          isMembers(variant) &&
          isMembers(other) &&
          typeof variant.$ref === 'string' &&
          variant.$ref === other.$ref,
      ),
    ) ??
    (real.length === 1 ? real[0] : undefined)
  )
}

function areOneComponent(...sides: Json[]): boolean {
  const [one, other] = sides.map((side) => isMembers(side) && homeOf(side).pointer)
  return one === other && typeof one === 'string' && one.startsWith('/components/')
}

const stripped = new WeakMap<object, Members>()

function without(schema: Members, keyword: string): Members {
  const known = stripped.get(schema)
  if (known) return known
  const { [keyword]: _, $ref: __, allOf: ___, ...rest } = schema
  const copy = atHomeOf(schema, rest)
  stripped.set(schema, copy)
  return copy
}
