import type { Difference } from './assertions.ts'
import { typesOf } from './value-sets.ts'
import { type Conjunction, valuesOf } from '../conjunction.ts'

/** Bounds of numbers, each with its inclusive and its exclusive keyword. */
const ENDS = [
  { closed: 'minimum', open: 'exclusiveMinimum', sign: 1 },
  { closed: 'maximum', open: 'exclusiveMaximum', sign: -1 },
] as const

export interface BoundDifference extends Difference {
  readonly keyword: string
  /** The keyword in base, where head has another one. */
  readonly replaced?: string
}

/** Compares the bounds, independent of the keyword. */
export function boundDifferences(base: Conjunction, head: Conjunction): BoundDifference[] {
  return ENDS.flatMap((end) => {
    const [was, is] = [tightest(base, end), tightest(head, end)]
    const isSame = was?.at === is?.at && was?.open === is?.open
    // A bound that is written as before has another effect only if another keyword changed.
    const isKept = was && is && was.written === is.written && was.value === is.value
    if (isSame || isKept) return []
    const keyword = (is ?? was)!.written
    const relation = isTighter(is, was) ? 'narrower' : 'wider'
    const isReplaced = was !== undefined && was.written !== keyword
    return [
      {
        keyword,
        relation,
        before: was?.value,
        after: is?.value,
        ...(isReplaced && { replaced: was.written }),
      },
    ]
  })
}

/** Returns the least and the greatest value of a schema of integers; null if one is missing. */
export function integersOf(conjunction: Conjunction): { least: number; most: number } | null {
  const [lower, upper] = ENDS.map((end) => tightest(conjunction, end))
  return lower && upper ? { least: lower.at, most: -upper.at } : null
}

interface End {
  readonly written: string
  readonly value: number
  /** Converts to a lower bound: an upper bound is negated. */
  readonly at: number
  readonly open: boolean
}

function tightest(
  conjunction: Conjunction,
  { closed, open, sign }: (typeof ENDS)[number],
): End | undefined {
  const step = stepOf(conjunction)
  const read = (keyword: string, isOpen: boolean): End[] =>
    (valuesOf(conjunction, keyword) as number[]).map((value) => {
      const at = value * sign
      // For integers, an exclusive 4 equals an inclusive 5.
      return step === undefined
        ? { written: keyword, value, at, open: isOpen }
        : { written: keyword, value, at: nextMultiple(at, step, isOpen), open: false }
    })
  return [...read(closed, false), ...read(open, true)].reduce<End | undefined>(
    (best, end) => (isTighter(end, best) ? end : best),
    undefined,
  )
}

/** The greatest number of which all numbers of a schema are multiples; undefined if none is known. */
function stepOf(conjunction: Conjunction): number | undefined {
  const types = typesOf(conjunction)
  const isWhole = types !== null && types.has('integer') && !types.has('number')
  const steps = [...(isWhole ? [1] : []), ...valuesOf(conjunction, 'multipleOf').map(Number)]
  if (steps.length === 0) return undefined
  const multiple = steps.every(Number.isInteger) ? leastCommonMultiple(steps) : Infinity
  return multiple <= Number.MAX_SAFE_INTEGER ? multiple : Math.max(...steps)
}

export function leastCommonMultiple(numbers: readonly number[]): number {
  const divisor = (one: number, other: number): number =>
    other === 0 ? one : divisor(other, one % other)
  return numbers.reduce((one, other) => (one * other) / divisor(one, other))
}

/** The least multiple of a step that a lower bound allows. */
function nextMultiple(bound: number, step: number, isOpen: boolean): number {
  const times = bound / step
  const nearest = Math.round(times)
  // Fractions such as 0.1 have no exact form.
  const isExact = Math.abs(times - nearest) <= Math.max(1, Math.abs(nearest)) * 1e-12
  const whole = isExact ? nearest + (isOpen ? 1 : 0) : Math.ceil(times)
  return Number((whole * step).toPrecision(15))
}

function isTighter(one: End | undefined, other: End | undefined): boolean {
  if (!one) return false
  if (!other) return true
  return one.at > other.at || (one.at === other.at && one.open && !other.open)
}
