import type { Contract } from '../load/contract.ts'
import { declaredNames, encodePart, type Members } from '../load/parse.ts'
import { pathItemOf } from '../load/path-items.ts'
import { members } from './nodes.ts'
import { operationsOf, variablesOf } from './operations.ts'

/** A request that the service sends. */
export interface Sent {
  readonly name: string
  readonly item: Members
  readonly operation: Members
  /** The URL of a callback. */
  readonly path: string
  /** Location: a node and the pointer below it. */
  readonly place: readonly [node: object, suffix: string]
}

/**
 * Requests that the service sends: webhooks by name, and the callbacks of operations without the
 * names of path variables.
 */
export function sentBy(contract: Contract): Map<string, Sent> {
  const found = new Map<string, Sent>()
  const add = (title: string, titleKey: string, owner: Members, path: string): void => {
    const { item, methods } = pathItemOf(contract, owner[path]!)
    for (const { method, node } of methods) {
      const operation = members(contract.resolve(node))
      const suffix = method === 'post' ? '' : ` (${method.toUpperCase()})`
      const place = [owner, `/${encodePart(path)}`] as const
      if (operation)
        found.set(titleKey + suffix, { name: title + suffix, item, operation, path, place })
    }
  }
  const webhooks = members(contract.root.webhooks) ?? {}
  for (const name of Object.keys(webhooks)) add(name, name, webhooks, name)
  for (const [key, { name, path, urls }] of callbacksOf(contract))
    for (const url of declaredNames(urls))
      add(`${name} ${url}`, `${key} ${urlKey(url, path)}`, urls, url)
  return found
}

interface Callback {
  readonly name: string
  /** The path of its operation. */
  readonly path: string
  /** The callback object: path items by URL, and extensions. */
  readonly urls: Members
}

/** The callbacks of operations, by operation and name. */
export function callbacksOf(contract: Contract): Map<string, Callback> {
  const found = new Map<string, Callback>()
  for (const [key, { name, path, operation }] of operationsOf(contract))
    for (const [callback, node] of Object.entries(members(operation.callbacks) ?? {})) {
      const urls = members(contract.resolve(node))
      const suffix = `, callback ${callback}`
      if (urls) found.set(key + suffix, { name: name + suffix, path, urls })
    }
  return found
}

/** The URL of a callback without the names of path variables; other expressions remain. */
function urlKey(url: string, path: string): string {
  const variables = variablesOf(path)
  return url
    .replace(/\{(?!\$)[^}]*\}/g, '{}')
    .replace(
      /\$request\.path\.([^}]*)/g,
      (_, name: string) => `$request.path.${variables.indexOf(name)}`,
    )
}
