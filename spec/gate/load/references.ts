import type { Contract } from './contract.ts'
import { homeOf, type Json, type Members } from './parse.ts'

/** Their members are names that an author chose, so none of them is a keyword. */
const NAME_MAPS = new Set(['properties', 'patternProperties', 'dependentSchemas', '$defs', 'definitions', 'schemas', 'responses',
  'parameters', 'headers', 'paths', 'webhooks', 'content', 'requestBodies', 'securitySchemes', 'pathItems', 'callbacks', 'links'])

/** What is in these is data, and a `$ref` in it is data too. */
const DATA = new Set(['example', 'value', 'default', 'const', 'enum'])

/** Every `$ref` of a file, whether or not something leads to it. */
export function referencesIn(value: Json): string[] {
  const found: string[] = []
  const seen = new Set<object>()
  const visit = (node: Json, names: boolean): void => {
    if (typeof node !== 'object' || node === null || seen.has(node)) return
    seen.add(node)
    if (!Array.isArray(node) && !names && typeof node.$ref === 'string') found.push(node.$ref)
    for (const [key, child] of membersOf(node, names)) visit(child, !names && NAME_MAPS.has(key))
  }
  visit(value, false)
  return found
}

/** The nodes below one, with references followed. */
export function childrenOf(contract: Contract, node: Json[] | Members): Json[] {
  if (!Array.isArray(node) && typeof node.$ref === 'string') {
    const { $ref, ...siblings } = node
    return [contract.target(node, $ref), ...Object.values(siblings)]
  }
  return membersOf(node, isNameMap(node)).map(([, child]) => child)
}

function membersOf(node: Json[] | Members, names: boolean): [string, Json][] {
  const all = Object.entries(node) as [string, Json][]
  return names || Array.isArray(node) ? all : all.filter(([key]) => !DATA.has(key) && !key.startsWith('x-'))
}

function isNameMap(node: object): boolean {
  const parts = homeOf(node).pointer.split('/')
  return NAME_MAPS.has(parts.at(-1) ?? '') && !NAME_MAPS.has(parts.at(-2) ?? '')
}
