import type { References } from '../../../load/contract.ts'
import type { Json } from '../../../load/parse.ts'
import type { Conjunction } from '../conjunction.ts'
import type { Comparison } from '../comparison.ts'
import { withOuterFields } from '../fields/outer.ts'
import { areExclusive } from './exclusive.ts'
import { addedVariantChange } from '../values/annotations.ts'
import { changed, type SchemaChange } from '../schema-change.ts'
import type { Edge } from '../schema-graph.ts'
import { type ListPair, listPairs } from './variant-lists.ts'
import type { ValueChange } from '../../verdicts.ts'
import {
  exchanged,
  isSelected,
  mayNoLongerOverlap,
  mayOverlap,
  overlapping,
  variantPairs,
} from './variants.ts'

/** Changes after which a variant accepts other values than before, apart from fields. */
const RESIZING: ReadonlySet<ValueChange> = new Set([
  'narrower',
  'wider',
  'other',
  'narrower-or-other',
  'wider-or-other',
  'unclear',
  'encoding-declared',
  'encoding-undeclared',
  'became-optional',
  'became-required',
  'value-added',
  'values-opened',
])
/** Changes after which a variant accepts more fields or variants. */
const WIDENING: ReadonlySet<ValueChange> = new Set([
  'absence-withdrawn',
  'unknown-fields-allowed',
  'variant-added',
  'later-variant-added',
])

/** Changes after which a variant accepts fewer values, so that fewer match two variants. */
const NARROWING: ReadonlySet<ValueChange> = new Set([
  'values-closed',
  'field-forbidden',
  'unknown-fields-refused',
])

/** Changes of `oneOf` and `anyOf`. */
export function variantChanges(
  comparison: Comparison,
  base: Conjunction,
  head: Conjunction,
): (SchemaChange | Edge)[] {
  return listPairs(base, head).flatMap((lists) => changesOfPair(comparison, base, head, lists))
}

function changesOfPair(
  comparison: Comparison,
  base: Conjunction,
  head: Conjunction,
  { keyword, before, after, isExchanged }: ListPair,
): (SchemaChange | Edge)[] {
  if (!before) return [changed('narrower', keyword, base, head, `\`${keyword}\` added`)]
  if (!after) return [changed('wider', keyword, base, head, `\`${keyword}\` removed`)]
  const { pairs, removed, added, gone, come } = variantPairs(before, after)
  const wasExclusive = areExclusive(comparison.base, before)
  const isExclusive = areExclusive(comparison.head, after)
  const to = pairs.map(([was, is]) =>
    comparison.pair(...withOuterFields(comparison, [base, head], [[was], [is]])),
  )
  const isSelectedNow = isSelected(head, after)
  const isTold = isSelectedNow || (wasExclusive && isExclusive)
  const isOverlapping = keyword === 'oneOf' && after.length > 1 && !isTold
  const overlap = (inside: readonly SchemaChange[]) => {
    if (inside.some(({ change }) => RESIZING.has(change))) return overlapping(base, head)
    const isWider = inside.some(({ change, isGained }) => isGained || WIDENING.has(change))
    if (isWider) return mayOverlap(base, head)
    const isNarrower = inside.some(({ change }) => NARROWING.has(change))
    return isNarrower ? mayNoLongerOverlap(base, head) : null
  }
  const overlapsIn = (contract: References, some: Json[], all: Json[]) =>
    some.some((variant) =>
      all.some((other) => other !== variant && !areExclusive(contract, [variant, other])),
    )
  const wasOneOf = (keyword === 'oneOf') !== isExchanged
  const overlapped = wasOneOf && overlapsIn(comparison.base, gone, before)
  const overlapsNow = overlapsIn(comparison.head, come, after)
  const wasSelected = isSelected(base, before)
  return [
    ...(isExchanged && !isExclusive ? [exchanged(keyword, base, head)] : []),
    ...(isOverlapping ? [{ to, names: [], overlap }] : []),
    ...(keyword === 'oneOf' && !isSelectedNow && overlapsNow ? [mayOverlap(base, head)] : []),
    ...(overlapped && !wasSelected ? [mayNoLongerOverlap(base, head)] : []),
    ...removed.map((name) =>
      changed('variant-removed', keyword, base, head, `the variant ${name} removed`),
    ),
    ...added.map((name) =>
      changed(addedVariantChange(base), keyword, base, head, `the variant ${name} added`),
    ),
    ...to.map((pair) => ({ to: [pair], names: [] })),
  ]
}
