import { isMembers, type Json, type Members } from './json.ts'

/** The named schemas of a file, as targets of references. */
export interface Anchors {
  /** By `$anchor` and `$dynamicAnchor`; null if two schemas of the file have the name. */
  readonly names: ReadonlyMap<string, Members | null>
  /** By an absolute `$id`. */
  readonly ids: ReadonlyMap<string, Members>
}

const known = new WeakMap<object, Anchors>()

/** Returns the anchors of a file. */
export function anchorsIn(value: Json): Anchors {
  if (typeof value !== 'object' || value === null) return { names: new Map(), ids: new Map() }
  const found = known.get(value) ?? collected(value)
  known.set(value, found)
  return found
}

/**
 * Rewrites each `$dynamicRef` in place as `$ref` if only one schema has its name: every reference then leads to that schema. Other
 * ones stay, and a change of them counts as one of an unknown keyword.
 */
export function settleDynamicRefs(value: Json): void {
  const { names } = anchorsIn(value)
  forEachMembers(value, (node) => {
    const { $dynamicRef: reference } = node
    if (typeof reference !== 'string' || '$ref' in node || !names.get(reference.slice(1))) return
    node.$ref = reference
    delete node.$dynamicRef
  })
}

function collected(value: object): Anchors {
  const names = new Map<string, Members | null>()
  const ids = new Map<string, Members>()
  forEachMembers(value, (node) => {
    for (const key of ['$anchor', '$dynamicAnchor']) {
      const name = node[key]
      if (typeof name !== 'string') continue
      const other = names.get(name)
      names.set(name, other === undefined || other === node ? node : null)
    }
    if (typeof node.$id === 'string' && /^[a-z][a-z0-9+.-]*:/i.test(node.$id))
      ids.set(node.$id.replace(/#$/, ''), node)
  })
  return { names, ids }
}

function forEachMembers(value: unknown, report: (node: Members) => void): void {
  const seen = new Set<object>()
  const visit = (node: unknown): void => {
    if (typeof node !== 'object' || node === null || seen.has(node)) return
    seen.add(node)
    if (isMembers(node)) report(node)
    for (const child of Object.values(node)) visit(child)
  }
  visit(value)
}
