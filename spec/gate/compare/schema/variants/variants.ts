import { isDeepStrictEqual } from 'node:util'
import { isMembers, type Json, type Members } from '../../../load/parse.ts'
import { type Conjunction, presentNames, valuesOf } from '../conjunction.ts'
import { changed, type SchemaChange } from '../schema-change.ts'

export interface Pairs {
  pairs: [Json, Json][]
  removed: string[]
  added: string[]
  /** The removed variants themselves. */
  gone: Json[]
  /** The added variants themselves. */
  come: Json[]
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
 * A value that matched one variant of `oneOf` may match a second one, which is new or accepts more
 * values.
 */
export function mayOverlap(base: Conjunction, head: Conjunction): SchemaChange {
  const what = 'values may match a second variant of `oneOf`'
  return changed('variants-may-overlap', 'oneOf', base, head, what)
}

/** A value that matched two variants of `oneOf` was refused. Without one of them it is allowed. */
export function mayNoLongerOverlap(base: Conjunction, head: Conjunction): SchemaChange {
  const what = 'values that matched a removed variant of `oneOf` may match one variant only'
  return changed('overlap-may-end', 'oneOf', base, head, what)
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
    gone: [...left].map((i) => before[i]!),
    come: [...right].map((j) => after[j]!),
  }
}

export function isNullVariant(variant: Json): boolean {
  return isMembers(variant) && variant.type === 'null'
}

/** Whether a discriminator selects the variant of each value. It names references only. */
export function isSelected(conjunction: Conjunction, variants: readonly Json[]): boolean {
  const isNamed = (variant: Json) => isMembers(variant) && typeof variant.$ref === 'string'
  return (
    valuesOf(conjunction, 'discriminator').length > 0 &&
    variants.every((variant) => isNamed(variant) || isNullVariant(variant))
  )
}

export function nameOf(variant: Json): string {
  if (!isMembers(variant)) return JSON.stringify(variant)
  if (typeof variant.$ref === 'string') return variant.$ref.split('/').at(-1)!
  const title = variant.title ?? variant.const ?? variant.type
  return title === undefined ? JSON.stringify(variant).slice(0, 60) : JSON.stringify(title)
}

/**
 * The values of a keyword that is compared as a whole; schemas that depend on a required field are
 * compared as parts of the schema.
 */
export function opaqueValues(conjunction: Conjunction, keyword: string): Json[] {
  const values = valuesOf(conjunction, keyword)
  if (keyword !== 'dependentSchemas') return values
  const required = presentNames(conjunction)
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
