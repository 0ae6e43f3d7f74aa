import type { Contract } from '../load/contract.ts'
import type { Members } from '../load/parse.ts'
import { list, members } from './nodes.ts'

export interface Served {
  readonly name: string
  readonly method: string
  readonly path: string
  readonly item: Members
  readonly operation: Members
}

export const METHODS = ['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace']

/** By method and path; what a path calls its variables is nobody's business on the wire. */
export function operationsOf(contract: Contract): Map<string, Served> {
  const found = new Map<string, Served>()
  for (const [path, node] of Object.entries(members(contract.root.paths) ?? {})) {
    const item = members(contract.resolve(node)) ?? {}
    for (const method of METHODS) {
      const operation = members(contract.resolve(item[method]))
      if (!operation) continue
      const name = `${method.toUpperCase()} ${path}`
      found.set(operationKey(method, path), { name, method, path, item, operation })
    }
  }
  return found
}

export function operationKey(method: string, path: string): string {
  return `${method.toUpperCase()} ${path.replace(/\{[^}]*\}/g, '{}')}`
}

/** Those of the path and of the operation. */
export function parametersOf(
  contract: Contract,
  { item, operation, path }: Served,
): Map<string, Members> {
  const places = [...path.matchAll(/\{([^}]*)\}/g)].map(([, name]) => name)
  const all = [...list(item.parameters), ...list(operation.parameters)].map(
    (node) => members(contract.resolve(node)) ?? {},
  )
  return new Map(
    all.map((parameter) => {
      const { in: where, name } = parameter
      // A path variable is known by its place, a header in any case.
      const known =
        where === 'path'
          ? places.indexOf(String(name))
          : where === 'header'
            ? String(name).toLowerCase()
            : name
      return [`${where} ${known}`, parameter]
    }),
  )
}
