import { isDeepStrictEqual } from 'node:util'
import type { Json } from '../load/parse.ts'
import { type Conjunction, valuesOf } from './conjunction.ts'

/**
 * How what the head allows relates to what the base allowed. `other`: some values came and some went, for sure.
 * `unclear`: no rule tells.
 */
export type Relation = 'narrower' | 'wider' | 'other' | 'unclear'

export interface Difference {
  readonly relation: Relation
  readonly before: Json | undefined
  readonly after: Json | undefined
}

type Comparison = (base: Json[], head: Json[]) => Difference | null

/** Keywords that bind a value by themselves, each with how two sets of them compare. Several of them hold together. */
export const ASSERTIONS: Readonly<Record<string, Comparison>> = {
  ...Object.fromEntries(
    ['minLength', 'minimum', 'exclusiveMinimum', 'minItems', 'minProperties', 'minContains'].map(
      (keyword) =>
        [keyword, (base, head) => bound(base, head, Math.max)] satisfies [string, Comparison],
    ),
  ),
  ...Object.fromEntries(
    ['maxLength', 'maximum', 'exclusiveMaximum', 'maxItems', 'maxProperties', 'maxContains'].map(
      (keyword) =>
        [keyword, (base, head) => bound(base, head, Math.min)] satisfies [string, Comparison],
    ),
  ),
  ...Object.fromEntries(
    ['multipleOf', 'format', 'contentEncoding', 'contentMediaType', 'const'].map(
      (keyword) =>
        [keyword, (base, head) => token(base, head, 'other')] satisfies [string, Comparison],
    ),
  ),
  ...Object.fromEntries(
    ['readOnly', 'writeOnly', 'discriminator', 'dependentRequired'].map(
      (keyword) =>
        [keyword, (base, head) => token(base, head, 'unclear')] satisfies [string, Comparison],
    ),
  ),
  pattern: (base, head) => token(base, head, 'unclear'),
  uniqueItems: (base, head) => token(base.filter(Boolean), head.filter(Boolean), 'other'),
}

function bound(
  base: Json[],
  head: Json[],
  tightest: (...values: number[]) => number,
): Difference | null {
  const before = base.length === 0 ? undefined : tightest(...(base as number[]))
  const after = head.length === 0 ? undefined : tightest(...(head as number[]))
  if (before === after) return null
  if (before === undefined) return { relation: 'narrower', before, after }
  if (after === undefined) return { relation: 'wider', before, after }
  return { relation: tightest(before, after) === after ? 'narrower' : 'wider', before, after }
}

/** A value that is there or not, and whose change says nothing of which is the narrower. */
function token(base: Json[], head: Json[], changed: Relation): Difference | null {
  const gone = base.filter((value) => !head.some((other) => isDeepStrictEqual(value, other)))
  const come = head.filter((value) => !base.some((other) => isDeepStrictEqual(value, other)))
  if (gone.length === 0 && come.length === 0) return null
  const [before, after] = [gone[0], come[0]]
  if (gone.length === 0) return { relation: 'narrower', before, after }
  return { relation: come.length === 0 ? 'wider' : changed, before, after }
}

/** The types that all of the conjunction allow; null for any. `number` holds `integer`. */
export function typesOf(conjunction: Conjunction): Set<string> | null {
  return valuesOf(conjunction, 'type').reduce<Set<string> | null>((allowed, value) => {
    const types = new Set((Array.isArray(value) ? value : [value]) as string[])
    if (types.has('number')) types.add('integer')
    return allowed ? allowed.intersection(types) : types
  }, null)
}

/** The values that all of the conjunction's enums allow, as JSON text; null for any. */
export function enumOf(conjunction: Conjunction): Set<string> | null {
  return valuesOf(conjunction, 'enum').reduce<Set<string> | null>((allowed, value) => {
    const values = new Set((value as Json[]).map((entry) => JSON.stringify(entry)))
    return allowed ? allowed.intersection(values) : values
  }, null)
}
