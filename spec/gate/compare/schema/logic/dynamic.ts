import { anchorsIn } from '../../../load/anchors.ts'
import { homeOf, type Json, type Members } from '../../../load/parse.ts'
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
export function selectablePairs(base: Conjunction, head: Conjunction): Selectable {
  const [before, after] = [selectableIn(base), selectableIn(head)]
  const places = [...new Set([...before.keys(), ...after.keys()])]
  const pairs = places.flatMap((place): [Json, Json][] => {
    const [was, is] = [before.get(place), after.get(place)]
    return was && is ? [[was, is]] : []
  })
  return { pairs, isOther: pairs.length < places.length }
}

function selectableIn(conjunction: Conjunction): Map<string, Members> {
  const found = new Map<string, Members>()
  for (const schema of having(conjunction, KEYWORD)) {
    const [, name = ''] = String(schema[KEYWORD]).split('#')
    for (const target of anchorsIn(homeOf(schema).root).dynamic.get(name) ?? [])
      found.set(homeOf(target).pointer, target)
  }
  return found
}
