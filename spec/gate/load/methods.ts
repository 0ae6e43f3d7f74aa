import { encodePart, isMembers, type Json, type Members } from './json.ts'

/** Methods that are members of a path; `query` since OpenAPI 3.2. */
export const METHODS = 'get put post delete options head patch trace query'.split(' ')

/**
 * Returns the operations of a path with their pointers; OpenAPI 3.2 lists further methods in a
 * separate member.
 */
export function methodsOf(item: Members): { method: string; pointer: string; node: Json }[] {
  const further = isMembers(item.additionalOperations) ? item.additionalOperations : {}
  return [
    ...METHODS.filter((method) => item[method] !== undefined).map((method) => ({
      method,
      pointer: `/${method}`,
      node: item[method]!,
    })),
    ...Object.entries(further).map(([method, node]) => ({
      method,
      pointer: `/additionalOperations/${encodePart(method)}`,
      node,
    })),
  ]
}
