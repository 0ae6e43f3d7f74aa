import { isDeepStrictEqual } from 'node:util'
import type { References } from '../../../load/contract.ts'
import { type Conjunction, having } from '../conjunction.ts'
import type { SchemaChange } from '../schema-change.ts'
import type { Edge } from '../schema-graph.ts'
import type { Relation } from '../values/assertions.ts'
import type { Formula } from './formula.ts'
import { SchemaFormulas } from './schema-formula.ts'
import { Unproven } from './unproven.ts'

/** Keywords that combine schemas. Without one, schemas are compared keyword by keyword. */
const COMBINING = ['anyOf', 'oneOf', 'not', 'if', 'dependentRequired', 'dependentSchemas']

/** Keywords that demand fields of closed objects without a name. */
const COUNTING = ['minProperties', 'maxProperties']

/** Steps of one proof, and of all proofs of a comparison: each takes some microseconds. */
const MOST_STEPS = 50_000
const MOST_STEPS_IN_ALL = 2_000_000

/** Changes that say how the values of a keyword changed. */
const RELATIONS: ReadonlySet<string> = new Set<Relation>([
  'narrower',
  'wider',
  'other',
  'narrower-or-other',
  'wider-or-other',
  'unclear',
])

/** Proves how the values of two schemas relate, although their conditions and variants are written in another way. */
export class Proofs {
  #steps = 0

  /**
   * Returns `equal` if both conjunctions certainly have the same values and annotations, and `narrower` or `wider` if head
   * certainly allows fewer or more values; undefined if nothing is proven.
   */
  relation(
    [base, was]: readonly [References, Conjunction],
    [head, is]: readonly [References, Conjunction],
  ): 'equal' | 'narrower' | 'wider' | undefined {
    const combines = (side: Conjunction) =>
      [...COMBINING, ...COUNTING].some((key) => having(side, key).length > 0)
    if (!(combines(was) || combines(is)) || isDeepStrictEqual(was, is)) return undefined
    const most = Math.min(this.#steps + MOST_STEPS, MOST_STEPS_IN_ALL)
    const schemas = new SchemaFormulas((steps) => {
      this.#steps += steps
      if (this.#steps > most) throw new Unproven()
    })
    const { make } = schemas
    try {
      const [before, after] = [schemas.of(base, was), schemas.of(head, is)]
      // Without the shared parts the proof is shorter. It fails where it needs them.
      const isWithin = (one: Formula, other: Formula) => {
        const [rest, otherRest] = make.withoutShared(one, other)
        return (
          make.areEqual(make.all([rest, make.not(otherRest)]), false) ||
          make.areEqual(make.all([one, make.not(otherRest)]), false)
        )
      }
      const [isNarrower, isWider] = [
        isWithin(after.formula, before.formula),
        isWithin(before.formula, after.formula),
      ]
      // A schema without values is a mistake.
      if ([before, after].some(({ formula }) => make.areEqual(formula, false))) return undefined
      if (isNarrower && isWider)
        return isDeepStrictEqual(before.said, after.said) ? 'equal' : undefined
      return isNarrower ? 'narrower' : isWider ? 'wider' : undefined
    } catch (error) {
      if (error instanceof Unproven) return undefined
      throw error
    }
  }
}

/** Returns the changes of conditions and variants with the relation that is proven for the whole schema. */
export function withRelation(
  parts: readonly (SchemaChange | Edge)[],
  relation: 'narrower' | 'wider' | undefined,
): readonly (SchemaChange | Edge)[] {
  if (relation === undefined) return parts
  const proven = (change: SchemaChange): SchemaChange =>
    COMBINING.includes(change.keyword) && RELATIONS.has(change.change)
      ? { ...change, change: relation }
      : change
  return parts.map((part) => {
    if (!('to' in part)) return proven(part)
    const { sum, relate } = part
    return {
      ...part,
      ...(sum && { sum: (inside) => proven(sum(inside)) }),
      ...(relate && { relate: (inside) => proven(relate(inside)) }),
    }
  })
}
