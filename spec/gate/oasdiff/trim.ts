import { isDeepStrictEqual } from 'node:util'
import type { Json, Members } from '../load/parse.ts'

/**
 * Reduces two projections to the operations that differ, directly or by a schema that they use:
 * oasdiff compares every operation, and most edits affect few. Null if none differs.
 */
export function trimmed(base: Members, head: Members): [Members, Members] | null {
  const [before, after] = [schemasOf(base), schemasOf(head)]
  const changed = touched(before, after)
  const isSame = (path: string, operation: string): boolean => {
    const [was, is] = [at(base, path)?.[operation], at(head, path)?.[operation]]
    return isDeepStrictEqual(was, is) && !namesIn(was ?? null).some((name) => changed.has(name))
  }
  const paths = [
    ...new Set([base, head].flatMap((document) => Object.keys(document.paths as Members))),
  ]
  const kept = new Map(
    paths.map((path) => {
      const operations = new Set([
        ...Object.keys(at(base, path) ?? {}),
        ...Object.keys(at(head, path) ?? {}),
      ])
      return [path, [...operations].filter((operation) => !isSame(path, operation))]
    }),
  )
  const rest = (document: Members) => {
    const { paths: _, components, ...others } = document
    return { ...others, securitySchemes: (components as Members).securitySchemes ?? null }
  }
  if (
    [...kept.values()].every((operations) => operations.length === 0) &&
    isDeepStrictEqual(rest(base), rest(head))
  )
    return null
  return [only(base, kept), only(head, kept)]
}

/** Schemas that differ, and those that refer to them. */
function touched(before: Members, after: Members): Set<string> {
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])]
  const found = new Set(names.filter((name) => !isDeepStrictEqual(before[name], after[name])))
  const leads = names.map(
    (name) => [name, [...namesIn(before[name] ?? null), ...namesIn(after[name] ?? null)]] as const,
  )
  let size
  do {
    size = found.size
    for (const [name, to] of leads) if (to.some((other) => found.has(other))) found.add(name)
  } while (found.size > size)
  return found
}

function only(document: Members, kept: ReadonlyMap<string, string[]>): Members {
  const paths = Object.fromEntries(
    [...kept].flatMap(([path, operations]) => {
      const item = Object.entries(at(document, path) ?? {}).filter(([operation]) =>
        operations.includes(operation),
      )
      return item.length === 0 ? [] : [[path, Object.fromEntries(item) as Members]]
    }),
  ) as Members
  const schemas = schemasOf(document)
  const needed = new Set<string>()
  const visit = (node: Json): void => {
    for (const name of namesIn(node)) {
      if (needed.has(name)) continue
      needed.add(name)
      visit(schemas[name] ?? null)
    }
  }
  visit(paths)
  const components = {
    ...(document.components as Members),
    schemas: Object.fromEntries([...needed].map((name) => [name, schemas[name]!])) as Members,
  }
  return { ...document, paths, components }
}

const PREFIX = '#/components/schemas/'

const known = new WeakMap<object, string[]>()

/** Returns the schemas to which a node refers directly. */
function namesIn(node: Json): string[] {
  if (typeof node !== 'object' || node === null) return []
  const names = known.get(node) ?? namesWithin(node)
  known.set(node, names)
  return names
}

function namesWithin(node: Json[] | Members): string[] {
  const own =
    !Array.isArray(node) && typeof node.$ref === 'string' && node.$ref.startsWith(PREFIX)
      ? [node.$ref.slice(PREFIX.length)]
      : []
  return [...new Set([...own, ...Object.values(node).flatMap(namesIn)])]
}

function schemasOf(document: Members): Members {
  return (document.components as Members).schemas as Members
}

function at(document: Members, path: string): Members | undefined {
  return (document.paths as Members)[path] as Members | undefined
}
