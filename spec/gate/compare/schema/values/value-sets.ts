import { isDeepStrictEqual } from 'node:util'
import { NULLABLE_30 } from '../../../load/openapi-3.0.ts'
import { isMembers, type Json } from '../../../load/parse.ts'
import { canBind } from './assertions.ts'
import { type Conjunction, valuesOf } from '../conjunction.ts'
import { canonical, typeOf } from '../normal/reading.ts'
import { TEXTS } from '../normal/type-sets.ts'
import { satisfies, TESTABLE } from '../normal/satisfies.ts'

/**
 * The types that all of the conjunction allow; null for any. `number` has the numbers that are not integers. A list of values allows the types of its
 * values.
 */
export function typesOf(conjunction: Conjunction): Set<string> | null {
  const declared = declaredTypes(conjunction)
  const listed = enumOf(conjunction)
  // If the list becomes empty, each removed value is reported separately.
  if (listed === null || listed.size === 0) return declared
  const types = new Set([...listed].map((text) => typeOf(JSON.parse(text) as Json)))
  return declared ? declared.intersection(types) : types
}

/** The types of `type`. In OpenAPI 3.0, `nullable` without `type` adds null to the types that the other keywords allow. */
export function declaredTypes(conjunction: Conjunction): Set<string> | null {
  const types = valuesOf(conjunction, 'type').reduce<Set<string> | null>((allowed, value) => {
    const named = new Set((Array.isArray(value) ? value : [value]) as string[])
    if (named.has('number')) named.add('integer')
    // Of the normal form: numbers that are not integers.
    if (named.delete('fraction')) named.add('number')
    return allowed ? allowed.intersection(named) : named
  }, null)
  // A multiple of an integer is an integer.
  if (valuesOf(conjunction, 'multipleOf').some(Number.isInteger)) types?.delete('number')
  if (types && isNullable(conjunction)) types.add('null')
  return types
}

/** Whether `nullable` of OpenAPI 3.0 applies beside other keywords than `type`. */
export function isNullable(conjunction: Conjunction): boolean {
  return valuesOf(conjunction, NULLABLE_30).length > 0
}

/**
 * Whether a keyword can refuse values of both sides. If one side refuses their type, the change of the type is all that the
 * values are affected by.
 */
export function bindsBoth(keyword: string, base: Conjunction, head: Conjunction): boolean {
  return [base, head].every((side) => canBind(keyword, typesOf(side)))
}

/** Whether no value is valid: the schema `false`, `not` of everything, or types that exclude each other. */
export function allowsNothing(conjunction: Conjunction): boolean {
  return (
    conjunction.includes(false) ||
    declaredTypes(conjunction)?.size === 0 ||
    valuesOf(conjunction, 'not').some((schema) => isDeepStrictEqual(schema, {}) || schema === true)
  )
}

/**
 * The values that all enums of the conjunction allow, as JSON text; null for any. A `const` is a list of one. Values that
 * `type`, a bound or a pattern excludes are omitted.
 */
export function enumOf(conjunction: Conjunction): Set<string> | null {
  const found = known.has(conjunction) ? known.get(conjunction)! : listedIn(conjunction)
  known.set(conjunction, found)
  return found
}

const known = new WeakMap<Conjunction, Set<string> | null>()

function listedIn(conjunction: Conjunction): Set<string> | null {
  const lists = [
    ...(valuesOf(conjunction, 'enum') as Json[][]),
    ...valuesOf(conjunction, 'const').map((value) => [value]),
  ]
  if (lists.length === 0) return null
  const types = declaredTypes(conjunction)
  const isRefused = (value: Json) =>
    TESTABLE.some((keyword) =>
      valuesOf(conjunction, keyword).some((bound) => satisfies(keyword, bound, value) === false),
    )
  const fits = (value: Json) => (types === null || types.has(typeOf(value))) && !isRefused(value)
  const allowed = lists
    .map((list) => new Set(list.filter(fits).map(canonical)))
    .reduce((values, others) => values.intersection(others))
  // As for types, null is allowed although a list in another part omits it.
  return isNullable(conjunction) ? allowed.add('null') : allowed
}

/** The values that all enums of the conjunction allow and no list inside `not` excludes; null for any. */
export function allowedValues(conjunction: Conjunction): Set<string> | null {
  const excluded = new Set(valuesOf(conjunction, 'not').flatMap(valuesListedBy).map(canonical))
  return enumOf(conjunction)?.difference(excluded) ?? null
}

/** The values of a schema that only lists values, or those of a type. */
function valuesListedBy(schema: Json): Json[] {
  const keys = isMembers(schema) ? Object.keys(schema).filter((key) => !TEXTS.has(key)) : []
  const isList = keys.every((key) => ['const', 'enum', 'type'].includes(key))
  return isMembers(schema) && isList
    ? [...(enumOf([schema]) ?? [])].map((text) => JSON.parse(text) as Json)
    : []
}

/**
 * Whether a change of a keyword has no effect beside a list of values: the values that it excludes are omitted from the lists,
 * and those of the only list satisfy the keyword of the other side.
 */
export function isListed(keyword: string, base: Conjunction, head: Conjunction): boolean {
  if (!TESTABLE.includes(keyword)) return false
  const [before, after] = [enumOf(base), enumOf(head)]
  if (before && after) return true
  const list = before ?? after
  const bounds = valuesOf(before ? head : base, keyword)
  return (
    list !== null &&
    [...list].every((text) =>
      bounds.every((bound) => satisfies(keyword, bound, JSON.parse(text) as Json) === true),
    )
  )
}
