import { isDeepStrictEqual } from 'node:util'
import type { Json } from '../../../load/parse.ts'
import type { Relation } from '../values/assertions.ts'
import { type Conjunction, having, valuesOf } from '../conjunction.ts'
import type { SchemaChange } from '../schema-change.ts'
import { insides } from '../variants/variants.ts'
import { type ValueChange, verdictOf } from '../../verdicts.ts'
import { conditionText } from './condition-text.ts'

/** The schemas inside a keyword, paired with those of the other side. */
export interface Insides {
  readonly pairs: [was: Json, is: Json][]
  /** Effect of parts that only one side has; undefined if there are none. */
  readonly rest: Relation | undefined
}

/** Keywords in which a narrower part always makes the whole narrower. */
const ALIKE = ['prefixItems', 'patternProperties', 'dependentSchemas']

/** Says whether a keyword was added, removed or changed, with the only test of `not`. */
export function changeText(
  keyword: string,
  before: readonly Json[],
  after: readonly Json[],
): string {
  const verb = before.length === 0 ? 'added' : after.length === 0 ? 'removed' : 'changed'
  const [value, ...others] = before.length === 0 ? after : before
  const isAlone = keyword === 'not' && verb !== 'changed' && others.length === 0
  return `\`${keyword}\` ${verb}${isAlone ? `: ${conditionText(value!)}` : ''}`
}

/** Whether changes inside a keyword count like changes of the whole schema. */
export function isTransparent(keyword: string): boolean {
  return ALIKE.includes(keyword)
}

/** The schemas inside a keyword, without those of positions that arrays of one side never have. */
function reachedIn(keyword: string, value: Json, reached: number): [key: string, schema: Json][] {
  return insides(keyword, value).filter(
    ([key]) => keyword !== 'prefixItems' || Number(key) < reached,
  )
}

/** Returns how many items are listed on one of the sides, at most. */
export function listedLength(...sides: Conjunction[]): number {
  const lists = sides.flatMap((side) => valuesOf(side, 'prefixItems') as Json[][])
  return Math.max(0, ...lists.map((list) => list.length))
}

/** Pairs the schemas inside a keyword by position or name; null if they cannot be paired. `reached`: the number of items to compare. */
export function insidePairs(
  keyword: string,
  [before, after]: [Json[], Json[]],
  reached: number,
): Insides | null {
  if (before.length !== after.length) return null
  const parts = (values: Json[]) =>
    new Map(
      values.flatMap((value, index) =>
        reachedIn(keyword, value, reached).map(([key, schema]): [string, Json] => [
          `${index}/${key}`,
          schema,
        ]),
      ),
    )
  const [had, has] = [parts(before), parts(after)]
  const shared = [...had].filter(([key]) => has.has(key))
  const [gone, come] = [had.size > shared.length, has.size > shared.length]
  const pairs = shared.map(([key, was]): [Json, Json] => [was, has.get(key)!])
  if (!gone && !come) return { pairs, rest: undefined }
  if (!isTransparent(keyword)) return null
  return { pairs, rest: gone && come ? 'other' : come ? 'narrower' : 'wider' }
}

type Pairs = [was: Json[], is: Json[]][]

/**
 * Pairs the schemas of positions or patterns if another keyword describes the rest, and the list of them changed or a branch
 * has that keyword alone: an entry that is added or removed then replaces that schema. Null without such a keyword: an entry
 * then only narrows or widens.
 * @param reached number of items to compare
 */
export function replacedPairs(
  keyword: string,
  base: Conjunction,
  head: Conjunction,
  reached: number,
): Pairs | 'unclear' | null {
  const rest = { prefixItems: 'items', patternProperties: 'additionalProperties' }[keyword]
  if (rest === undefined) return null
  const sides = [base, head]
  const keysOf = (value: Json) => reachedIn(keyword, value, reached).map(([key]) => key)
  const [had, has] = sides.map((side) => valuesOf(side, keyword).map(keysOf))
  const isAlone = (schema: Conjunction[number]) =>
    schema !== false && rest in schema && !(keyword in schema)
  const isSame = isDeepStrictEqual(had, has) && !sides.some((side) => side.some(isAlone))
  if (isSame || had!.length + has!.length === 0) return null
  const restricts = (value: Json) => value === false || !isDeepStrictEqual(value, {})
  if (
    keyword === 'prefixItems' &&
    sides.some((side) => having(side, 'unevaluatedItems').length > 0)
  )
    return 'unclear'
  const isRestricted = sides.some((side) => valuesOf(side, rest).some(restricts))
  const isClosed =
    keyword === 'patternProperties' && sides.some((side) => valuesOf(side, rest).includes(false))
  if (!isRestricted || isClosed) return null
  const at = (side: Conjunction, key: string): Json[] =>
    side.flatMap((schema) => {
      if (schema === false) return []
      const found =
        keyword in schema ? new Map(insides(keyword, schema[keyword]!)).get(key) : undefined
      return found ?? schema[rest] ?? []
    })
  return [...new Set([...had!, ...has!].flat())].map((key) => [at(base, key), at(head, key)])
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
/** Changes that are safe in both directions by policy, although they change which values fit. */
const ADDS: readonly ValueChange[] = ['field-added', 'required-field-added', 'condition-unfelt']
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
  const way = narrows ? 'narrower' : 'wider'
  // In a test, a declared field restricts values, and allows others only if it was refused before.
  const added = inside.filter(({ change }) => ADDS.includes(change))
  const isOpen =
    inside.some(({ change }) => change.endsWith('-or-other')) ||
    added.some(({ isGained }) => way === 'wider' || isGained)
  let relation: Relation = isOpen ? `${way}-or-other` : way
  if (narrows === widens) relation = narrows ? 'other' : 'unclear'
  return keyword === 'not' ? (FLIPPED[relation] ?? relation) : relation
}

/** Matching items are counted too, so more matches may exceed the maximum. */
function isCounted(side: Conjunction): boolean {
  return valuesOf(side, 'maxContains').length > 0 || valuesOf(side, 'minContains').includes(0)
}
