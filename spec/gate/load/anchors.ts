import { isMembers, type Json, type Members } from './json.ts'

/** The named schemas of a file, as targets of references. */
export interface Anchors {
  /** By `$anchor` and `$dynamicAnchor`; null if two schemas of the file have the name. */
  readonly names: ReadonlyMap<string, Members | null>
  /** By `$dynamicAnchor`: all schemas of the file with that name. */
  readonly dynamic: ReadonlyMap<string, readonly Members[]>
  /** By an absolute `$id`. */
  readonly ids: ReadonlyMap<string, Members>
}

const NONE: Anchors = { names: new Map(), dynamic: new Map(), ids: new Map() }

const known = new WeakMap<object, Anchors>()

/** Returns the anchors of a file. */
export function anchorsIn(value: Json): Anchors {
  if (typeof value !== 'object' || value === null) return NONE
  const found = known.get(value) ?? collected(value)
  known.set(value, found)
  return found
}

/**
 * Rewrites each `$dynamicRef` in place as `$ref` if only one schema has its name: every reference then leads to that schema. Other
 * ones stay: `selectablePairs` compares all schemas that they may lead to.
 * @param shared names of dynamic anchors that several files of the contract have
 */
export function settleDynamicRefs(value: Json, shared: ReadonlySet<string>): void {
  const { names } = anchorsIn(value)
  forEachMembers(value, (node) => {
    const { $dynamicRef: reference } = node
    if (typeof reference !== 'string' || '$ref' in node) return
    const name = reference.slice(1)
    const target = names.get(name)
    if (!target || (target.$dynamicAnchor === name && shared.has(name))) return
    node.$ref = reference
    delete node.$dynamicRef
  })
}

/** Returns the names of dynamic anchors that several of the files have. */
export function sharedDynamicNames(files: Iterable<Json>): Set<string> {
  const [seen, shared] = [new Set<string>(), new Set<string>()]
  for (const file of files)
    for (const name of anchorsIn(file).dynamic.keys()) (seen.has(name) ? shared : seen).add(name)
  return shared
}

function collected(value: object): Anchors {
  const names = new Map<string, Members | null>()
  const dynamic = new Map<string, Members[]>()
  const ids = new Map<string, Members>()
  forEachMembers(value, (node) => {
    for (const key of ['$anchor', '$dynamicAnchor']) {
      const name = node[key]
      if (typeof name !== 'string') continue
      const other = names.get(name)
      names.set(name, other === undefined || other === node ? node : null)
    }
    const { $dynamicAnchor: selectable } = node
    if (typeof selectable === 'string')
      dynamic.set(selectable, [...(dynamic.get(selectable) ?? []), node])
    if (hasAbsoluteId(node)) ids.set(String(node.$id).replace(/#$/, ''), node)
  })
  return { names, dynamic, ids }
}

/** Whether a schema is a resource of its own: `#` in its references is this schema, not the file. */
export function hasAbsoluteId({ $id: id }: Members): boolean {
  return typeof id === 'string' && /^[a-z][a-z0-9+.-]*:/i.test(id)
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
