import { type Conjunction, valuesOf } from './conjunction.ts'
import type { Comparison } from './comparison.ts'
import { addedVariantChange } from './keywords.ts'
import { changed, type SchemaChange } from './schema-change.ts'
import type { Edge } from './schema-graph.ts'
import { type ListPair, listPairs } from './variant-lists.ts'
import { areExclusive, exchanged, overlapping, variantPairs } from './variants.ts'

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
  const { pairs, removed, added } = variantPairs(before, after)
  const wasExclusive = areExclusive(comparison.base, before)
  const isExclusive = areExclusive(comparison.head, after)
  const to = pairs.map(([was, is]) => comparison.pair([was], [is]))
  const isTold = valuesOf(head, 'discriminator').length > 0 || (wasExclusive && isExclusive)
  const mayOverlap = keyword === 'oneOf' && after.length > 1 && !isTold
  return [
    ...(isExchanged && !isExclusive ? [exchanged(keyword, base, head)] : []),
    ...(mayOverlap ? [{ to, names: [], overlap: () => overlapping(base, head) }] : []),
    ...removed.map((name) =>
      changed('variant-removed', keyword, base, head, `the variant ${name} removed`),
    ),
    ...added.map((name) =>
      changed(addedVariantChange(base), keyword, base, head, `the variant ${name} added`),
    ),
    ...to.map((pair) => ({ to: [pair], names: [] })),
  ]
}
