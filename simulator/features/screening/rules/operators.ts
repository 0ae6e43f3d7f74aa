import type { ScreeningOperator, ScreeningValue } from '../../../../spec/generated/wire.ts'

type Comparison = (resolved: unknown, value: ScreeningValue | undefined) => boolean

/**
 * The ten operators (OPR) on a resolved field. Values are neither coerced nor folded
 * (GAP-OPERAND-TYPES). Arrays are compared by reference: a resolved array equals no value and is in
 * no list. Only `contains` compares its elements.
 */
export const OPERATORS: Readonly<Record<ScreeningOperator, Comparison>> = {
  eq: (resolved, value) => resolved === value,
  neq: (resolved, value) => resolved !== value,
  gt: ordered((order) => order > 0),
  gte: ordered((order) => order >= 0),
  lt: ordered((order) => order < 0),
  lte: ordered((order) => order <= 0),
  in: (resolved, value) => Array.isArray(value) && includes(value, resolved),
  not_in: (resolved, value) => Array.isArray(value) && !includes(value, resolved),
  contains: (resolved, value) =>
    Array.isArray(resolved)
      ? includes(resolved, value)
      : typeof resolved === 'string' && typeof value === 'string' && resolved.includes(value),
  exists: () => true,
}

/** Orders two numbers, or two strings by code unit, so that ISO dates compare; other values have no order. */
function ordered(holds: (order: number) => boolean): Comparison {
  return (resolved, value) => {
    if (typeof resolved === 'number' && typeof value === 'number') return holds(resolved - value)
    if (typeof resolved !== 'string' || typeof value !== 'string') return false
    return holds(resolved < value ? -1 : Number(resolved > value))
  }
}

function includes(entries: readonly unknown[], one: unknown): boolean {
  return entries.includes(one)
}
