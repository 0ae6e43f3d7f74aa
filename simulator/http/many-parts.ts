/** Above this, the first problem alone is told: telling all costs seconds for what a body of 4 MB can hold. */
const MANY = 2_000

/** Whether JSON has more than 2,000 array entries and object members, at all depths. Files and streams have none. */
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

function isJson(value: unknown): value is object {
  if (typeof value !== 'object' || value === null) return false
  const prototype: unknown = Object.getPrototypeOf(value)
  return prototype === Object.prototype || prototype === Array.prototype || prototype === null
}
