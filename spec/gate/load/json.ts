export type Json = null | boolean | number | string | Json[] | Members
export type Members = { [key: string]: Json }

export function isMembers(value: unknown): value is Members {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Escapes a key for a JSON pointer. */
export function encodePart(key: string): string {
  return key.replaceAll('~', '~0').replaceAll('/', '~1')
}
