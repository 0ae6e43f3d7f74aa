import type { Contract } from './contract.ts'
import { homeOf, type Json, type Members } from './parse.ts'

/** Objects whose member names are chosen by the author, and are not keywords. */
const NAME_MAPS = new Set([
  'properties',
  'patternProperties',
  'dependentSchemas',
  '$defs',
  'definitions',
  'schemas',
  'responses',
  'parameters',
  'headers',
  'paths',
  'webhooks',
  'content',
  'requestBodies',
  'securitySchemes',
  'pathItems',
  'callbacks',
  'links',
])

/** Members with data, in which `$ref` is also data. */
const DATA = new Set(['example', 'value', 'default', 'const', 'enum'])

const known = new WeakMap<object, readonly string[]>()

/** Returns every `$ref` of a file, also in unreachable parts, and each `$dynamicRef` into another file. */
export function referencesIn(value: Json): readonly string[] {
  if (typeof value !== 'object' || value === null) return []
  const found = known.get(value) ?? collected(value)
  known.set(value, found)
  return found
}

function collected(value: Json): string[] {
  const found: string[] = []
  const seen = new Set<object>()
  const visit = (node: Json): void => {
    if (typeof node !== 'object' || node === null || seen.has(node)) return
    seen.add(node)
    const reference = referenceOf(node)
    if (reference !== undefined) found.push(reference)
    const { $dynamicRef: dynamic } = node as Members
    if (typeof dynamic === 'string' && !dynamic.startsWith('#') && !isNameMap(node))
      found.push(dynamic)
    forEachMember(node, visit)
  }
  visit(value)
  return found
}

/** Returns the nodes below a node, following references. */
export function forEachChild(
  contract: Contract,
  node: Json[] | Members,
  visit: (child: Json) => unknown,
): void {
  const reference = referenceOf(node)
  if (reference !== undefined) visit(contract.target(node, reference))
  forEachMember(node, visit)
}

function referenceOf(node: Json[] | Members): string | undefined {
  return !Array.isArray(node) && typeof node.$ref === 'string' && !isNameMap(node)
    ? node.$ref
    : undefined
}

function forEachMember(node: Json[] | Members, visit: (child: Json) => unknown): void {
  if (Array.isArray(node)) return node.forEach((child) => visit(child))
  const names = isNameMap(node)
  for (const key of Object.keys(node)) if (names || !isData(node, key)) visit(node[key]!)
}

/** Schemas have a list of `examples`; elsewhere it is a map, whose members may be references. */
function isData(node: Members, key: string): boolean {
  return DATA.has(key) || key.startsWith('x-') || (key === 'examples' && Array.isArray(node[key]))
}

function isNameMap(node: object): boolean {
  const { pointer } = homeOf(node)
  const end = pointer.lastIndexOf('/')
  if (!NAME_MAPS.has(pointer.slice(end + 1))) return false
  return !NAME_MAPS.has(pointer.slice(pointer.lastIndexOf('/', end - 1) + 1, end))
}
