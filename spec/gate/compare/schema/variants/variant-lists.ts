import { isDeepStrictEqual } from 'node:util'
import type { Json } from '../../../load/parse.ts'
import { type Conjunction, valuesOf } from '../conjunction.ts'
import { isNullable } from '../values/value-sets.ts'
import { isNullVariant, variantPairs } from './variants.ts'

type Keyword = 'anyOf' | 'oneOf'

/** Two lists of variants that are compared, or one that only one side has. */
export interface ListPair {
  /** The keyword in head, or in base if head has none. */
  readonly keyword: Keyword
  readonly before?: Json[]
  readonly after?: Json[]
  /** The keyword replaces the other one. */
  readonly isExchanged: boolean
}

interface Listed {
  readonly keyword: Keyword
  readonly variants: Json[]
}

/**
 * Pairs the lists of variants: a value must match a variant of each list of a conjunction. Lists of
 * one keyword are paired first, then those whose keyword was replaced.
 */
export function listPairs(base: Conjunction, head: Conjunction): ListPair[] {
  const [left, right] = [listsIn(base), listsIn(head)]
  const paired: ListPair[] = []
  const pair = (keyword: Keyword, other: Keyword) => {
    for (const [was, is] of bestPairs(
      [...left].filter((list) => list.keyword === keyword),
      [...right].filter((list) => list.keyword === other),
    )) {
      left.delete(was)
      right.delete(is)
      const isExchanged = keyword !== other
      paired.push({ keyword: other, before: was.variants, after: is.variants, isExchanged })
    }
  }
  pair('anyOf', 'anyOf')
  pair('oneOf', 'oneOf')
  pair('anyOf', 'oneOf')
  pair('oneOf', 'anyOf')
  const alone = { isExchanged: false }
  return [
    ...paired,
    ...[...left].map(({ keyword, variants }) => ({ keyword, before: variants, ...alone })),
    ...[...right].map(({ keyword, variants }) => ({ keyword, after: variants, ...alone })),
  ]
}

const NULL: Json = { type: 'null' }

/**
 * Without repeated lists, which add no restriction. `nullable` of OpenAPI 3.0 adds null to the variants, also to those of
 * another part, such as a reference in `allOf`.
 */
function listsIn(conjunction: Conjunction): Set<Listed> {
  const lists: Listed[] = []
  const isNull = isNullable(conjunction)
  for (const keyword of ['anyOf', 'oneOf'] as const)
    for (const variants of valuesOf(conjunction, keyword) as Json[][]) {
      const isRepeated = lists.some(
        (other) => other.keyword === keyword && haveSameVariants(other.variants, variants),
      )
      if (isRepeated || variants.length === 0) continue
      const isAdded = isNull && !variants.some(isNullVariant)
      lists.push({ keyword, variants: isAdded ? [...variants, NULL] : variants })
    }
  return new Set(lists)
}

function haveSameVariants(one: Json[], other: Json[]): boolean {
  const has = (list: Json[], variant: Json) => list.some((each) => isDeepStrictEqual(each, variant))
  return one.length === other.length && one.every((variant) => has(other, variant))
}

/** Equal lists first, then those that share most variants. The last ones are paired if one is left on each side. */
function bestPairs(before: Listed[], after: Listed[]): [Listed, Listed][] {
  if (before.length === 1 && after.length === 1) return [[before[0]!, after[0]!]]
  const ranked = before
    .flatMap((was) => after.map((is) => ({ was, is, ...overlapOf(was.variants, is.variants) })))
    .filter(({ shared }) => shared > 0)
    .sort((one, other) => other.equal - one.equal || other.shared - one.shared)
  const [left, right] = [new Set(before), new Set(after)]
  const pairs: [Listed, Listed][] = []
  for (const { was, is } of ranked)
    if (left.has(was) && right.has(is)) {
      left.delete(was)
      right.delete(is)
      pairs.push([was, is])
    }
  const [[was], [is]] = [[...left], [...right]]
  if (was && is && left.size === 1 && right.size === 1) pairs.push([was, is])
  return pairs
}

/** The share of equal variants, and of those that have an equal one or one of the same name. */
function overlapOf(before: Json[], after: Json[]): { equal: number; shared: number } {
  const all = before.length + after.length
  const same = before.filter((was) => after.some((is) => isDeepStrictEqual(was, is))).length
  const { removed, added } = variantPairs(before, after, 'named')
  const named = (all - removed.length - added.length) / 2
  return { equal: same / all, shared: named / all }
}
