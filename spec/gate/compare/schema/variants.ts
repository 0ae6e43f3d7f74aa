import { isDeepStrictEqual } from 'node:util'
import type { References } from '../../load/contract.ts'
import { isMembers, type Json, type Members } from '../../load/parse.ts'
import { enumOf, typesOf } from './value-sets.ts'
import {
  type Conjunction,
  conjunctionOf,
  having,
  propertiesOf,
  requiredNames,
  valuesOf,
} from './conjunction.ts'
import { changed, type SchemaChange } from './schema-change.ts'

export interface Pairs {
  pairs: [Json, Json][]
  removed: string[]
  added: string[]
}

/** With `anyOf` a value may match several variants, with `oneOf` only one. */
export function exchanged(
  keyword: 'anyOf' | 'oneOf',
  base: Conjunction,
  head: Conjunction,
): SchemaChange {
  return keyword === 'oneOf'
    ? changed('narrower', keyword, base, head, '`anyOf` became `oneOf`')
    : changed('wider', keyword, base, head, '`oneOf` became `anyOf`')
}

/** A variant of `oneOf` changed, and a value that matches two variants is invalid. */
export function overlapping(base: Conjunction, head: Conjunction): SchemaChange {
  return changed('unclear', 'oneOf', base, head, 'values may match two variants of `oneOf`')
}

/**
 * Whether no value matches two of the variants, so that `anyOf` and `oneOf` are equivalent: their
 * types are disjoint, or all objects among them require a field whose lists of values are disjoint.
 */
export function areExclusive(contract: References, schemas: Json[]): boolean {
  const variants = schemas.map((schema) => conjunctionOf(contract, [schema]))
  const types = variants.map(typesOf)
  const objects = variants.filter((_, index) => isObjectAlone(types[index]!))
  const others = types.filter((one) => !isObjectAlone(one))
  const seen = new Set<string>(objects.length > 0 ? ['object'] : [])
  for (const one of others) {
    if (one === null || !seen.isDisjointFrom(one)) return false
    for (const type of one) seen.add(type)
  }
  return objects.length < 2 || hasTellingField(contract, objects)
}

function isObjectAlone(types: ReadonlySet<string> | null): boolean {
  return types?.size === 1 && types.has('object')
}

function hasTellingField(contract: References, variants: Conjunction[]): boolean {
  const names = variants
    .map(requiredNames)
    .reduce((shared, required) => shared.intersection(required))
  return [...names].some((name) => {
    const seen = new Set<string>()
    return variants.every((variant) => {
      const values = enumOf(conjunctionOf(contract, propertiesOf(variant).get(name) ?? []))
      if (values === null || !seen.isDisjointFrom(values)) return false
      for (const value of values) seen.add(value)
      return true
    })
  })
}

/**
 * Pairs the variants of `oneOf` or `anyOf`: equal ones first, then those with the same name, then
 * in order unless only variants of a name are asked for.
 */
export function variantPairs(before: Json[], after: Json[], which?: 'named'): Pairs {
  const pairs: [Json, Json][] = []
  const left = new Set(before.keys())
  const right = new Set(after.keys())
  const match = (alike: (was: Json, is: Json) => boolean) => {
    for (const i of left) {
      const j = [...right].find((index) => alike(before[i]!, after[index]!))
      if (j === undefined) continue
      left.delete(i)
      right.delete(j)
      pairs.push([before[i]!, after[j]!])
    }
  }
  match(isDeepStrictEqual)
  match((was, is) => nameOf(was) === nameOf(is))
  if (which !== 'named' && left.size === right.size) match(() => true)
  return {
    pairs,
    removed: [...left].map((i) => nameOf(before[i]!)),
    added: [...right].map((j) => nameOf(after[j]!)),
  }
}

export function nameOf(variant: Json): string {
  if (!isMembers(variant)) return JSON.stringify(variant)
  if (typeof variant.$ref === 'string') return variant.$ref.split('/').at(-1)!
  const title = variant.title ?? variant.const ?? variant.type
  return title === undefined ? JSON.stringify(variant).slice(0, 60) : JSON.stringify(title)
}

export interface Condition {
  readonly if: Json
  readonly then?: Json
  readonly else?: Json
}

/** A condition without the names of properties that it does not restrict. */
function conditionText(condition: Json): string {
  return JSON.stringify(condition, (key, value: Json) => {
    if (key !== 'properties' || !isMembers(value)) return value
    const said = Object.entries(value).filter(([, schema]) => !isDeepStrictEqual(schema, {}))
    return said.length > 0 ? Object.fromEntries(said) : undefined
  })
}

/** The conditions of the conjunction, by the text of their `if`. */
export function conditionsOf(conjunction: Conjunction): Map<string, Condition> {
  return new Map(
    having(conjunction, 'if').map((schema) => [
      conditionText(schema.if!),
      schema as unknown as Condition,
    ]),
  )
}

/**
 * The values of a keyword that is compared as a whole; schemas that depend on a required field are
 * compared as parts of the schema.
 */
export function opaqueValues(conjunction: Conjunction, keyword: string): Json[] {
  const values = valuesOf(conjunction, keyword)
  if (keyword !== 'dependentSchemas') return values
  const required = requiredNames(conjunction)
  return values.flatMap((value) => {
    const left = Object.entries(value as Members).filter(([name]) => !required.has(name))
    return left.length > 0 ? [Object.fromEntries(left) as Members] : []
  })
}

/** Returns the schemas in the value of a keyword: one schema, a list or a map. */
export function insides(keyword: string, value: Json): [key: string, schema: Json][] {
  if (keyword === 'prefixItems' && Array.isArray(value))
    return value.map((schema, index) => [String(index), schema])
  if ((keyword === 'patternProperties' || keyword === 'dependentSchemas') && isMembers(value))
    return Object.entries(value)
  return [['', value]]
}
