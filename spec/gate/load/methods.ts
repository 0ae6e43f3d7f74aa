import { encodePart, isMembers, type Json, type Members } from './json.ts'

/** Methods that a path names itself; `query` came with OpenAPI 3.2. */
export const METHODS = 'get put post delete options head patch trace query'.split(' ')

/** The operations of a path, each with its pointer below it; OpenAPI 3.2 lists those of further methods apart. */
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
