export type Json = null | boolean | number | string | Json[] | Members
export type Members = { [key: string]: Json }

export function isMembers(value: unknown): value is Members {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Escapes a key for a JSON pointer. */
export function encodePart(key: string): string {
  return key.replaceAll('~', '~0').replaceAll('/', '~1')
}

/** Reads a key of a JSON pointer. */
export function decodePart(part: string): string {
  return part.replaceAll('~1', '/').replaceAll('~0', '~')
}

/** Returns the names of `paths` or `responses`, which may have extensions with any value beside them. */
export function declaredNames(map: Members): string[] {
  return Object.keys(map).filter((name) => !name.startsWith('x-'))
}
