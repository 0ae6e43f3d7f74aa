import { type Conjunction, valuesOf } from '../conjunction.ts'
import { compareIntersections } from '../patterns/automaton.ts'
import { type Expression, parsePattern } from '../patterns/syntax.ts'

const CHARACTER: Expression = { set: [[0, 0x10_ff_ff]] }
/** A schema without these keywords allows any string. */
const ANY: Expression = { repeated: CHARACTER, least: 0, most: Infinity }

/** Keywords that restrict strings together: a pattern may imply a length, and two patterns a third one. */
const KEYWORDS = ['pattern', 'minLength', 'maxLength']

export function restrictsTexts(keyword: string): boolean {
  return KEYWORDS.includes(keyword)
}

/**
 * Returns how the strings of two schemas relate by their patterns and lengths together; undefined if a single keyword shows it,
 * or if it is unknown.
 */
export function textRelation(
  base: Conjunction,
  head: Conjunction,
): 'equal' | 'narrower' | 'wider' | undefined {
  const sides = [base, head].map((side) =>
    KEYWORDS.flatMap((keyword) => expressions(side, keyword)),
  )
  const [was, is] = sides
  if (!was || !is || sides.every((side) => side.length < 2) || !isRead(was) || !isRead(is))
    return undefined
  const { come, gone, isComplete } = compareIntersections([ANY, ...was], [ANY, ...is])
  if (!isComplete || (come !== undefined && gone !== undefined)) return undefined
  if (come === undefined && gone === undefined) return 'equal'
  return come === undefined ? 'narrower' : 'wider'
}

function expressions(side: Conjunction, keyword: string): (Expression | null)[] {
  return valuesOf(side, keyword).map((value) => {
    if (keyword === 'pattern') return parsePattern(String(value))
    const [least, most] = keyword === 'minLength' ? [Number(value), Infinity] : [0, Number(value)]
    return { repeated: CHARACTER, least, most }
  })
}

function isRead(side: readonly (Expression | null)[]): side is readonly Expression[] {
  return !side.includes(null)
}
