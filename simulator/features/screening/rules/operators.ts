import type { ScreeningOperator, ScreeningValue } from '../../../../spec/generated/wire.ts'

type Comparison = (resolved: unknown, value: ScreeningValue | undefined) => boolean

/**
 * The ten operators (OPR) on a field that resolved to something. Nothing is coerced or folded (GAP-OPERAND-TYPES).
 * An array is compared by reference, so it equals no value and is an entry of none; only `contains` looks into it.
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

/** Two numbers, or two strings by code unit, so that ISO dates compare; nothing else has an order. */
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
