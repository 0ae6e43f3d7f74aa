/** Above this number, reporting all problems takes seconds, because its cost is quadratic. */
const MANY = 10_000
/** More than the contract allows for any array, so a truncated array is still reported as too long. */
const LONGEST = 1_001

/** Whether JSON has more than 10,000 array entries and object members, at all depths. Files and streams have none. */
export function hasManyParts(value: unknown): boolean {
  let left = MANY
  const count = (part: unknown): void => {
    if (!isJson(part)) return
    const parts = Object.values(part)
    left -= parts.length
    for (const each of parts) {
      if (left < 0) return
      count(each)
    }
  }
  count(value)
  return left < 0
}

/** Returns a copy whose arrays have at most 1,001 entries. */
export function withShortArrays(value: unknown): unknown {
  if (!isJson(value)) return value
  if (Array.isArray(value)) return value.slice(0, LONGEST).map(withShortArrays)
  return Object.fromEntries(
    Object.entries(value).map(([key, part]) => [key, withShortArrays(part)]),
  )
}

function isJson(value: unknown): value is object {
  if (typeof value !== 'object' || value === null) return false
  const prototype: unknown = Object.getPrototypeOf(value)
  return prototype === Object.prototype || prototype === Array.prototype || prototype === null
}
