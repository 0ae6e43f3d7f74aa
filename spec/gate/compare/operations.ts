import type { Contract } from '../load/contract.ts'
import { METHODS } from '../load/methods.ts'
import { type Members, declaredNames } from '../load/parse.ts'
import { pathItemOf, type PathItem } from '../load/path-items.ts'
import { list, memberOf, members } from './nodes.ts'

/** Members of a path item that are compared with its operations. */
export const PATH_MEMBERS: ReadonlySet<string> = new Set([
  ...METHODS,
  'additionalOperations',
  'parameters',
  'servers',
])

export interface Served {
  readonly name: string
  readonly method: string
  readonly path: string
  readonly item: Members
  readonly operation: Members
  /** Location: a node and the pointer below it. */
  readonly place: readonly [node: object, suffix: string]
}

/** The paths of a contract. */
export function pathsOf(contract: Contract): ({ path: string } & PathItem)[] {
  const paths = memberOf(contract.root, 'paths')
  return declaredNames(paths).map((path) => ({ path, ...pathItemOf(contract, paths[path]!) }))
}

/** By method and path; the names of path variables are not visible in requests. */
export function operationsOf(contract: Contract): Map<string, Served> {
  const found = new Map<string, Served>()
  for (const { path, item, methods } of pathsOf(contract)) {
    for (const { method, owner, pointer, node } of methods) {
      const operation = members(contract.resolve(node))
      if (!operation) continue
      const name = `${method.toUpperCase()} ${path}`
      const place = [owner, pointer] as const
      found.set(operationKey(method, path), { name, method, path, item, operation, place })
    }
  }
  return found
}

export function operationKey(method: string, path: string): string {
  return `${method.toUpperCase()} ${pathKey(path)}`
}

/** The names of the variables of a path. */
export function variablesOf(path: string): string[] {
  return [...path.matchAll(/\{([^}]*)\}/g)].map(([, name]) => name!)
}

/** A path without the names of its variables, percent-encoded as in requests (RFC 3986, 6.2.2). */
export function pathKey(path: string): string {
  return path
    .split(/\{[^}]*\}/)
    .map((text) =>
      text
        .replace(/%[\da-f]{2}/gi, (code) => {
          const character = String.fromCharCode(parseInt(code.slice(1), 16))
          return /[\w.~-]/.test(character) ? character : code.toUpperCase()
        })
        .replace(/[^!-~]+/g, (letters) => encodeURIComponent(letters.toWellFormed())),
    )
    .join('{}')
}

/** Headers that OpenAPI describes elsewhere: a parameter with such a name is ignored. */
const IGNORED = /^(accept|content-type|authorization)$/i

/** Parameters of the path and of the operation. */
export function parametersOf(
  contract: Contract,
  { item, operation, path }: Pick<Served, 'item' | 'operation' | 'path'>,
): Map<string, Members> {
  const places = variablesOf(path)
  const all = [...list(item.parameters), ...list(operation.parameters)]
    .map((node) => members(contract.resolve(node)) ?? {})
    .filter(({ in: where, name }) => where !== 'header' || !IGNORED.test(String(name)))
  return new Map(
    all.map((parameter) => {
      const { in: where, name } = parameter
      // A path variable is identified by its position, a header by its name in any case.
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
