import { at, isObject, walk } from '../http/json.ts'

type Path = readonly (string | number)[]

/**
 * The references of an OpenAPI document: their number, those that resolve to nothing, those to
 * other documents.
 */
export interface References {
  total: number
  broken: string[]
  /** References to another document. */
  outside: OutsideReference[]
}

export interface OutsideReference {
  reference: string
  /** The reference with its place, for a reader. */
  place: string
}

export function referencesOf(document: unknown): References {
  const references: References = { total: 0, broken: [], outside: [] }
  const anchors = anchorsOf(document)
  for (const { value, path } of walk(document, isReferencePosition)) {
    const pointers = [at(value, '$ref'), ...referencesByName(document, value, path)]
    for (const reference of pointers) {
      if (typeof reference !== 'string') continue
      references.total++
      const place = `${reference} (at /${path.join('/')})`
      if (!reference.startsWith('#')) references.outside.push({ reference, place })
      else if (!resolves(document, path, reference.slice(1), anchors)) references.broken.push(place)
    }
  }
  return references
}

/** Whether a document has the target of a reference to it, such as `/a/b`. */
export function hasFragment(document: unknown, fragment: string): boolean {
  return resolves(document, [], fragment, anchorsOf(document))
}

/** Whether a part of the document has a base URL of its own, by which its references resolve. */
export function isRebased(document: unknown): boolean {
  if (typeof at(document, '$self') === 'string') return true
  for (const { value } of walk(document, isReferencePosition))
    if (typeof at(value, '$id') === 'string') return true
  return false
}

function anchorsOf(document: unknown): Set<unknown> {
  const anchors = new Set<unknown>()
  for (const { value } of walk(document, isReferencePosition))
    anchors.add(at(value, '$anchor')).add(at(value, '$dynamicAnchor'))
  return anchors
}

/** Returns the references of a discriminator or a link. Converts names of schemas and operations to references. */
function referencesByName(document: unknown, value: unknown, path: Path): unknown[] {
  const [name, parent, grandparent] = [path.at(-1), path.at(-2), path.at(-3)]
  const mapping = at(value, 'mapping')
  if (name === 'discriminator' && parent !== 'properties' && isObject(mapping)) {
    return Object.values(mapping).map((target) => {
      // Text that could be the address of another document is one, unless a schema has that name.
      const isName = /^[\w.-]+$/.test(String(target))
      const isSchema = at(document, 'components', 'schemas', String(target)) !== undefined
      return isSchema || (isName && !String(target).includes('.'))
        ? `#/components/schemas/${String(target)}`
        : target
    })
  }
  if (parent !== 'links' || grandparent === 'properties') return []
  const operation = at(value, 'operationId')
  if (typeof operation !== 'string') return [at(value, 'operationRef')]
  return [operationsOf(document).has(operation) ? '#' : `#operation ${operation}`]
}

function operationsOf(document: unknown): Set<unknown> {
  const paths = at(document, 'paths')
  return new Set(
    Object.values(isObject(paths) ? paths : {})
      .flatMap((one) => Object.values(isObject(one) ? one : {}))
      .map((operation) => at(operation, 'operationId')),
  )
}

/** Members of which each key is a name that the document chooses, or a status such as `default`. */
const MAPS = new Set(['responses', 'headers', 'links', 'callbacks', '$defs', 'patternProperties'])

/**
 * Examples and defaults are data: a `$ref` in them is not a reference. A property may have any of these names, and so may
 * the response of an operation.
 */
export function isReferencePosition(key: string | number, path: Path): boolean {
  const [parent, grandparent] = [path.at(-1), path.at(-2)]
  if (parent === 'properties' || grandparent === 'components') return true
  if (MAPS.has(String(parent)) && grandparent !== 'properties') return true
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
