import type { Json } from '../../load/parse.ts'
import type { Relation } from './assertions.ts'
import { type Conjunction, valuesOf } from './conjunction.ts'
import type { SchemaChange } from './schema-change.ts'
import { insides } from './variants.ts'
import { type ValueChange, verdictOf } from '../verdicts.ts'

/** The schemas inside a keyword, paired with those of the other side. */
export interface Insides {
  readonly pairs: [was: Json, is: Json][]
  /** Effect of parts that only one side has; undefined if there are none. */
  readonly rest: Relation | undefined
}

/** Keywords in which a narrower part always makes the whole narrower. */
const ALIKE = ['prefixItems', 'patternProperties', 'dependentSchemas']

/** Whether changes inside a keyword count like changes of the whole schema. */
export function isTransparent(keyword: string): boolean {
  return ALIKE.includes(keyword)
}

/** Pairs the schemas inside a keyword by position or name; null if they cannot be paired. */
export function insidePairs(
  keyword: string,
  base: Conjunction,
  head: Conjunction,
  [before, after]: [Json[], Json[]],
): Insides | null {
  if (before.length !== after.length) return null
  const parts = (values: Json[]) =>
    new Map(
      values.flatMap((value, index) =>
        insides(keyword, value).map(([key, schema]): [string, Json] => [`${index}/${key}`, schema]),
      ),
    )
  const [had, has] = [parts(before), parts(after)]
  const shared = [...had].filter(([key]) => has.has(key))
  const [gone, come] = [had.size > shared.length, has.size > shared.length]
  const pairs = shared.map(([key, was]): [Json, Json] => [was, has.get(key)!])
  if (!gone && !come) return { pairs, rest: undefined }
  if (!isTransparent(keyword)) return null
  // Items after the listed ones are described by `items`: an added entry replaces that schema for
  // its position.
  const itemsFollow = [base, head].some((side) => valuesOf(side, 'items').length > 0)
  if (keyword === 'prefixItems' && itemsFollow) return null
  return { pairs, rest: gone && come ? 'other' : come ? 'narrower' : 'wider' }
}

const UNCLEAR: readonly ValueChange[] = [
  'unclear',
  'keyword-changed',
  'default-changed',
  'variants-may-overlap',
]
/** Changes that only narrow or widen, but break both directions by policy. */
const NARROWS: readonly ValueChange[] = ['value-removed', 'narrower-or-other']
const WIDENS: readonly ValueChange[] = ['unknown-fields-allowed']
const FLIPPED: Readonly<Partial<Record<Relation, Relation>>> = {
  narrower: 'wider',
  wider: 'narrower',
  'narrower-or-other': 'wider-or-other',
  'wider-or-other': 'narrower-or-other',
}

/** Effect of changes inside `contains` or `not`. */
export function relationOf(
  keyword: string,
  sides: [Conjunction, Conjunction],
  inside: readonly SchemaChange[],
): Relation {
  if (keyword === 'contains' && sides.some(isCounted)) return 'unclear'
  if (inside.some(({ change }) => UNCLEAR.includes(change))) return 'unclear'
  const narrows = inside.some(
    ({ change }) =>
      !WIDENS.includes(change) && verdictOf(change, 'request').severity === 'breaking',
  )
  const widens = inside.some(
    ({ change }) => !NARROWS.includes(change) && verdictOf(change, 'response').severity !== 'safe',
  )
  const isOpen = inside.some(({ change }) => change.endsWith('-or-other'))
  const way = narrows ? 'narrower' : 'wider'
  let relation: Relation = isOpen ? `${way}-or-other` : way
  if (narrows === widens) relation = narrows ? 'other' : 'unclear'
  return keyword === 'not' ? (FLIPPED[relation] ?? relation) : relation
}

/** Matching items are counted too, so more matches may exceed the maximum. */
function isCounted(side: Conjunction): boolean {
  return valuesOf(side, 'maxContains').length > 0 || valuesOf(side, 'minContains').includes(0)
}
