import { at, isObject, walk } from '../http/json.ts'

type Path = readonly (string | number)[]

/**
 * The references of an OpenAPI document: their number, those that resolve to nothing, those to
 * other documents.
 */
export interface References {
  total: number
  broken: string[]
  /** References to another document; not followed. */
  outside: string[]
}

export function referencesOf(document: unknown): References {
  const references: References = { total: 0, broken: [], outside: [] }
  const anchors = new Set<unknown>()
  for (const { value } of walk(document, isNoData))
    anchors.add(at(value, '$anchor')).add(at(value, '$dynamicAnchor'))
  for (const { value, path } of walk(document, isNoData)) {
    const reference = at(value, '$ref')
    if (typeof reference !== 'string') continue
    references.total++
    const place = `${reference} (at /${path.join('/')})`
    if (!reference.startsWith('#')) references.outside.push(place)
    else if (!resolves(document, path, reference.slice(1), anchors)) references.broken.push(place)
  }
  return references
}

/**
 * Examples and defaults are data: a `$ref` in them is not a reference. A property may have any of these names.
 */
function isNoData(key: string | number, path: Path): boolean {
  const [parent, grandparent] = [path.at(-1), path.at(-2)]
  if (parent === 'properties') return true
  if (key === 'example' || key === 'default' || key === 'const' || key === 'enum') return false
  if (parent === 'examples' && typeof key === 'number') return false
  return !(grandparent === 'examples' && key === 'value')
}

function resolves(
  document: unknown,
  from: Path,
  fragment: string,
  anchors: ReadonlySet<unknown>,
): boolean {
  let plain: string
  try {
    plain = decodeURIComponent(fragment)
  } catch {
    return false
  }
  if (plain === '') return true
  if (!plain.startsWith('/')) return anchors.has(plain)
  const pointer = plain
    .slice(1)
    .split('/')
    .map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'))
  return bases(document, from).some((base) => at(base, ...pointer) !== undefined)
}

/**
 * The document, and each schema around the reference with an `$id`, which makes it a separate
 * document.
 */
function bases(document: unknown, from: Path): unknown[] {
  const around = from.map((_, depth) => at(document, ...from.slice(0, depth + 1)))
  return [document, ...around.filter((node) => isObject(node) && typeof node['$id'] === 'string')]
}
