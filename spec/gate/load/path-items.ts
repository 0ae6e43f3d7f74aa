import type { Contract } from './contract.ts'
import { METHODS } from './methods.ts'
import { atHomeOf, encodePart, isMembers, type Json, type Members } from './parse.ts'

export interface PathItem {
  /** The members of the path item and of the target of its `$ref`, which they replace. */
  readonly item: Members
  readonly methods: readonly Method[]
}

export interface Method {
  readonly method: string
  /** The object with the operation: the path item itself, or the target of its `$ref`. */
  readonly owner: Members
  /** Place of the operation in its owner. */
  readonly pointer: string
  readonly node: Json
}

/** Reads a path item: unlike other objects, it may have members beside its `$ref`. */
export function pathItemOf(contract: Contract, node: Json): PathItem {
  const layers = contract.chain(node).filter(isMembers)
  const item = Object.assign({}, ...layers.toReversed()) as Members
  delete item.$ref
  const first = layers.find((layer) => Object.keys(layer).some((key) => key !== '$ref'))
  const methods = new Map<string, Method>()
  for (const method of layers.flatMap(methodsOf))
    if (!methods.has(method.method)) methods.set(method.method, method)
  return { item: atHomeOf(first ?? item, item), methods: [...methods.values()] }
}

/** OpenAPI 3.2 lists further methods in a separate member. */
function methodsOf(owner: Members): Method[] {
  const further = isMembers(owner.additionalOperations) ? owner.additionalOperations : {}
  return [
    ...METHODS.filter((method) => owner[method] !== undefined).map((method) => ({
      method,
      owner,
      pointer: `/${method}`,
      node: owner[method]!,
    })),
    ...Object.entries(further).map(([method, node]) => ({
      method,
      owner,
      pointer: `/additionalOperations/${encodePart(method)}`,
      node,
    })),
  ]
}
