import type { References } from '../../../load/contract.ts'
import type { Json, Members } from '../../../load/parse.ts'
import type { Comparison } from '../comparison.ts'
import { type Conjunction, having } from '../conjunction.ts'

const KEYWORD = '$dynamicRef'

/** The schemas that a `$dynamicRef` may lead to. */
export interface Selectable {
  readonly pairs: readonly [was: Json, is: Json][]
  /** Whether only one side has some of them. */
  readonly isOther: boolean
}

/**
 * Pairs the schemas that a `$dynamicRef` may lead to by their places: which of them it selects depends on the schemas around it.
 */
export function selectablePairs(
  contracts: Pick<Comparison, 'base' | 'head'>,
  base: Conjunction,
  head: Conjunction,
): Selectable {
  const [before, after] = [selectableIn(contracts.base, base), selectableIn(contracts.head, head)]
  const places = [...new Set([...before.keys(), ...after.keys()])]
  const pairs = places.flatMap((place): [Json, Json][] => {
    const [was, is] = [before.get(place), after.get(place)]
    return was && is ? [[was, is]] : []
  })
  return { pairs, isOther: pairs.length < places.length }
}

function selectableIn(contract: References, conjunction: Conjunction): Map<string, Members> {
  const schemas = having(conjunction, KEYWORD)
  return new Map(
    schemas.flatMap((schema) => [...contract.selectable(schema, String(schema[KEYWORD]))]),
  )
}
