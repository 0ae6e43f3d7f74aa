import { isDeepStrictEqual } from 'node:util'
import type { References } from '../../../load/contract.ts'
import type { Json } from '../../../load/parse.ts'
import type { Comparison } from '../comparison.ts'
import { type Conjunction, conjunctionOf, valuesOf } from '../conjunction.ts'
import { unevaluatedSchemas } from '../fields/closed.ts'
import { restrictingPatterns } from '../fields/fields.ts'
import { withOuterFields } from '../fields/outer.ts'
import { changed, type SchemaChange } from '../schema-change.ts'
import type { Edge } from '../schema-graph.ts'
import type { Relation } from '../values/assertions.ts'
import { mostItems } from '../values/implied.ts'
import { OPAQUE } from '../values/keywords.ts'
import { allowsNothing, bindsBoth } from '../values/value-sets.ts'
import { isUnmet } from '../variants/exclusive.ts'
import { isAnything } from '../normal/type-sets.ts'
import { opaqueValues } from '../variants/variants.ts'
import { changeText, insidePairs, isTransparent, relationOf, replacedPairs } from './opaque.ts'

/** Changes of keywords whose schemas are compared by position or name, such as `not` and `prefixItems`. */
export function opaqueChanges(
  comparison: Comparison,
  base: Conjunction,
  head: Conjunction,
): (SchemaChange | Edge)[] {
  return OPAQUE.flatMap((keyword) => changesOf(keyword, comparison, base, head))
}

function changesOf(
  keyword: string,
  comparison: Comparison,
  base: Conjunction,
  head: Conjunction,
): (SchemaChange | Edge)[] {
  const { pair } = comparison
  const sides = [base, head] as const
  const [before, after] =
    keyword === 'patternProperties'
      ? restrictingPatterns(comparison, base, head)
      : [valuesIn(comparison, keyword, base, sides), valuesIn(comparison, keyword, head, sides)]
  if ((before.length === 0 && after.length === 0) || !bindsBoth(keyword, base, head)) return []
  const what = changeText(keyword, before, after)
  const diff = (relation: Relation) =>
    changed(relation, keyword, base, head, what, `\`${keyword}\` changed`)
  const reached = sharedItems(comparison, base, head)
  const replaced = replacedPairs(keyword, base, head, reached)
  if (replaced === 'unclear') return [diff('unclear')]
  const names = keyword === 'prefixItems' ? ['[]'] : []
  if (replaced) return replaced.map(([was, is]) => ({ to: [pair(was, is)], names }))
  // Items that match `contains` are evaluated: others are allowed, and others demanded.
  const isEvaluating =
    keyword === 'contains' &&
    !isDeepStrictEqual(before, after) &&
    sides.some((side) => valuesOf(side, 'unevaluatedItems').length > 0)
  const isReplacing =
    keyword === 'patternProperties' &&
    !isDeepStrictEqual(before, after) &&
    [unevaluatedIn(comparison.base, base), unevaluatedIn(comparison.head, head)].includes(true)
  if (isEvaluating || isReplacing) return [diff('other')]
  if (before.length === 0) return [diff('narrower')]
  if (after.length === 0) return [diff('wider')]
  const paired = insidePairs(keyword, [before, after], reached)
  if (!paired) return [diff('unclear')]
  const to = paired.pairs.map(([was, is]) =>
    keyword === 'dependentSchemas'
      ? pair(...withOuterFields(comparison, [base, head], [[was], [is]]))
      : pair([was], [is]),
  )
  if (!isTransparent(keyword))
    return [{ to, names: [], relate: (inside) => diff(relationOf(keyword, [base, head], inside)) }]
  return [{ to, names }, ...(paired.rest ? [diff(paired.rest)] : [])]
}

/** Whether `unevaluatedProperties` describes fields that no pattern matches. */
function unevaluatedIn(contract: References, side: Conjunction): boolean {
  return unevaluatedSchemas(contract, side).some(
    (schema) => !isAnything(schema) && !allowsNothing(conjunctionOf(contract, [schema])),
  )
}

/** How many items to compare. Where `maxItems` is compared, that reports those that only one side may have. */
export function sharedItems(contracts: Comparison, base: Conjunction, head: Conjunction): number {
  const isCompared = !isDeepStrictEqual(valuesOf(base, 'maxItems'), valuesOf(head, 'maxItems'))
  return isCompared
    ? Math.min(mostItems(contracts.base, base), mostItems(contracts.head, head))
    : Infinity
}

/** The values of a keyword, without refusals that no value meets. */
function valuesIn(
  comparison: Comparison,
  keyword: string,
  side: Conjunction,
  sides: readonly Conjunction[],
): Json[] {
  const values = opaqueValues(side, keyword)
  if (keyword !== 'not') return values
  return values.filter((value) => !isUnmet(comparison.head, sides, value))
}
