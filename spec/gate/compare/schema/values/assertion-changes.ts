import { isDeepStrictEqual } from 'node:util'
import type { References } from '../../../load/contract.ts'
import { type Json, writtenAt } from '../../../load/parse.ts'
import { ASSERTIONS, demandDifference, isMultiple, type Relation } from './assertions.ts'
import { type BoundDifference, boundDifferences, leastCommonMultiple } from './bounds.ts'
import { hasOneItem, impliedBounds } from './implied.ts'
import { type Conjunction, requiredNames, valuesOf } from '../conjunction.ts'
import { patternRelation } from '../patterns/relation.ts'
import { changed, type SchemaChange } from '../schema-change.ts'
import { restrictsTexts, textRelation } from './texts.ts'
import { bindsBoth, enumOf, isListed, typesOf } from './value-sets.ts'
import type { ValueChange } from '../../verdicts.ts'

/** Keywords that give the encoding of a string. Unlike a bound, one that is added may describe the values as they were. */
const ENCODINGS = new Set(['contentEncoding', 'contentMediaType'])
const ENCODING_CHANGES: Readonly<Partial<Record<ValueChange, ValueChange>>> = {
  narrower: 'encoding-declared',
  wider: 'encoding-undeclared',
}

/** The contracts of both sides. */
export type Contracts = readonly [base: References, head: References]

/** Compares the keywords that restrict values independently of each other. */
export function assertionChanges(
  base: Conjunction,
  head: Conjunction,
  contracts: Contracts,
): SchemaChange[] {
  const hasLists = enumOf(base) !== null && enumOf(head) !== null
  const differences = Object.entries(ASSERTIONS).flatMap(
    ([keyword, compare]): BoundDifference[] => {
      const difference = compare(...comparable(keyword, base, head, contracts))
      // If both sides have a list of values, `const` is compared as a list.
      if (!difference || (keyword === 'const' && hasLists && !areConst(base, head))) return []
      return [{ keyword, ...difference }]
    },
  )
  const texts = differences.some(({ keyword }) => restrictsTexts(keyword))
    ? textRelation(base, head)
    : undefined
  return [
    ...differences,
    ...dependencyDifferences(base, head),
    ...boundDifferences(base, head),
  ].flatMap(({ keyword, replaced, relation, before, after }) => {
    const together = restrictsTexts(keyword) ? texts : undefined
    if (together === 'equal') return []
    if (isListed(keyword, base, head) && (!replaced || isListed(replaced, base, head))) return []
    // JSON has no text for numbers beyond the largest double, such as 1e400.
    const text = (value: Json | undefined) =>
      value === undefined
        ? 'none'
        : typeof value === 'number'
          ? String(value)
          : JSON.stringify(value)
    const said = (value: Json | undefined, side: Conjunction) =>
      isImplied(keyword, value, side) ? `${text(value)} (implied)` : text(value)
    let what =
      replaced === undefined
        ? `${keyword} ${said(before, base)} became ${said(after, head)}`
        : `${replaced} ${text(before)} became ${keyword} ${text(after)}`
    // The stricter bound counts: it excludes nothing if the pattern of the other side implies it.
    const [bound, owner] = relation === 'narrower' ? [after, base] : [before, head]
    if (isMatched(keyword, relation, bound, owner)) return []
    let change: ValueChange = bindsBoth(keyword, base, head) ? relation : 'inert'
    if (ENCODINGS.has(keyword)) change = ENCODING_CHANGES[change] ?? change
    if (keyword === 'pattern' && change === 'unclear' && isOneReplaced(keyword, base, head)) {
      const proof = patternRelation(String(before), String(after))
      if (proof.relation === 'equal') return []
      change = proof.relation
      if (proof.witness !== undefined) what += `; ${proof.witness}`
    }
    if (together !== undefined && change !== 'inert') change = together
    return [changed(change, keyword, base, head, what, `${text(before)} to ${text(after)}`)]
  })
}

/** Whether no schema of a side has a value of a keyword as its author wrote it: other keywords imply it. */
function isImplied(keyword: string, value: Json | undefined, side: Conjunction): boolean {
  if (value === undefined) return false
  const written = side.flatMap((schema) => (schema ? [writtenAt(schema)[keyword]] : []))
  const isWritten = (one: Json) => written.some((own) => isDeepStrictEqual(own, one))
  return !isWritten(value) && !(Array.isArray(value) && value.every(isWritten))
}

/**
 * Whether every string that a pattern matches has the length of a bound: the bound then excludes no value of the schema that has
 * the pattern.
 */
function isMatched(
  keyword: string,
  relation: Relation,
  bound: Json | undefined,
  owner: Conjunction,
): boolean {
  if (!['narrower', 'wider'].includes(relation)) return false
  if (keyword !== 'minLength' && keyword !== 'maxLength') return false
  const lengths = keyword === 'minLength' ? `{${String(bound)},}` : `{0,${String(bound)}}`
  return valuesOf(owner, 'pattern').some((pattern) =>
    ['equal', 'wider'].includes(patternRelation(String(pattern), `^[^]${lengths}$`).relation),
  )
}

function dependencyDifferences(base: Conjunction, head: Conjunction): BoundDifference[] {
  const keyword = 'dependentRequired'
  const [was, is] = [base, head].map((side) => valuesOf(side, keyword)) as [Json[], Json[]]
  const difference = demandDifference(was, is, requiredNames(base), requiredNames(head))
  return difference ? [{ keyword, ...difference }] : []
}

/** The values of a keyword, without those that restrict nothing and with those that a type implies. */
function comparable(
  keyword: string,
  base: Conjunction,
  head: Conjunction,
  [baseContract, headContract]: Contracts,
): [Json[], Json[]] {
  const [before, after] = [valuesOf(base, keyword), valuesOf(head, keyword)]
  if (isDeepStrictEqual(before, after)) return [before, after]
  const bytes = BYTES.find(
    (said) => keyword in said && [base, head].every((side) => says(side, said)),
  )
  if (bytes) {
    const others = (values: Json[]) => values.filter((value) => value !== bytes[keyword])
    return [others(before), others(after)]
  }
  // Without `contains`, its counts have no effect.
  const counts = keyword === 'minContains' || keyword === 'maxContains'
  if (counts && [base, head].some((side) => valuesOf(side, 'contains').length === 0))
    return [[], []]
  if (keyword === 'pattern') return [before.filter(restricts), after.filter(restricts)]
  if (keyword === 'minProperties') return [atLeast(base, before), atLeast(head, after)]
  if (keyword === 'multipleOf') return [steps(base, before), steps(head, after)]
  if (keyword === 'uniqueItems') {
    const isUnique = (contract: References, side: Conjunction) =>
      hasOneItem(contract, side) ? [true] : []
    return [
      [...before, ...isUnique(baseContract, base)],
      [...after, ...isUnique(headContract, head)],
    ]
  }
  return [
    [...before, ...impliedBounds(baseContract, base, keyword)],
    [...after, ...impliedBounds(headContract, head, keyword)],
  ]
}

/** Formats of OpenAPI 3.0, each with the keyword that replaces it in 3.1. */
const BYTES: readonly Readonly<Record<string, string>>[] = [
  { format: 'byte', contentEncoding: 'base64' },
  { format: 'binary', contentMediaType: 'application/octet-stream' },
]

/** Whether a side has one of some keywords with its value. */
function says(side: Conjunction, said: Readonly<Record<string, string>>): boolean {
  return Object.entries(said).some(([keyword, value]) => valuesOf(side, keyword).includes(value))
}

/** An object has at least its required fields. */
function atLeast(side: Conjunction, bounds: Json[]): Json[] {
  const { size } = requiredNames(side)
  return size > 0 ? [...bounds, size] : bounds
}

const restricts = (pattern: Json) => patternRelation('', String(pattern)).relation !== 'equal'

/**
 * Integers are multiples of 1, and of each number of which 1 is a multiple. Several integer steps are one: their least common
 * multiple.
 */
function steps(side: Conjunction, written: Json[]): Json[] {
  const types = typesOf(side)
  const isWhole = types !== null && types.has('integer') && !types.has('number')
  const own = isWhole ? [1, ...written.filter((step) => !isMultiple(1, Number(step)))] : written
  if (own.length < 2 || !own.every((step) => Number.isInteger(step))) return own
  return [leastCommonMultiple(own as number[])]
}

/** Whether exactly one value of a keyword was replaced, by one other value. */
function isOneReplaced(keyword: string, base: Conjunction, head: Conjunction): boolean {
  const [before, after] = [base, head].map((side) => new Set(valuesOf(side, keyword))) as [
    Set<Json>,
    Set<Json>,
  ]
  return before.difference(after).size === 1 && after.difference(before).size === 1
}

/** Whether both sides have a `const`. */
function areConst(...sides: Conjunction[]): boolean {
  return sides.every(
    (side) => valuesOf(side, 'const').length > 0 && valuesOf(side, 'enum').length === 0,
  )
}
