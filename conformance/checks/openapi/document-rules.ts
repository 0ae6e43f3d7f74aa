import { at, isObject, type JsonObject } from '../../http/json.ts'

const METHODS = ['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace', 'query']

interface Operation {
  /** As in `GET /a/{id}`. */
  label: string
  path: string
  operation: JsonObject
  item: JsonObject
}

/**
 * Returns which rules of the OpenAPI specification a document breaks that its schema cannot express: unique operation ids
 * and parameters, declared path parameters and security schemes, and paths that differ in more than names.
 */
export function brokenDocumentRules(document: unknown): string[] {
  const operations = operationsOf(document)
  return [
    ...repeatedIds(operations),
    ...equalPaths(document),
    ...operations.flatMap((one) => brokenParameterRules(document, one)),
    ...unknownSchemes(document, operations),
  ]
}

function operationsOf(document: unknown): Operation[] {
  return entriesOf(at(document, 'paths')).flatMap(([path, item]) =>
    entriesOf(item)
      .filter(([method]) => METHODS.includes(method))
      .flatMap(([method, operation]) =>
        isObject(operation) && isObject(item)
          ? [{ label: `${method.toUpperCase()} ${path}`, path, operation, item }]
          : [],
      ),
  )
}

function repeatedIds(operations: readonly Operation[]): string[] {
  const ids = operations.map(({ operation }) => operation['operationId'])
  return repeated(ids.filter((id) => typeof id === 'string')).map(
    (id) => `several operations have the operationId ${id}`,
  )
}

function equalPaths(document: unknown): string[] {
  const paths = entriesOf(at(document, 'paths')).map(([path]) => path)
  return repeated(paths.map((path) => path.replaceAll(/\{[^/{}]*\}/g, '{}'))).map(
    (path) => `several paths differ only in the names of their parameters: ${path}`,
  )
}

function brokenParameterRules(
  document: unknown,
  { label, path, operation, item }: Operation,
): string[] {
  const lists = [operation['parameters'], item['parameters']].map((list) =>
    (Array.isArray(list) ? list : []).map((one) => parameterOf(document, one)),
  )
  const places = lists.map((list) =>
    list.map((one) => `${String(at(one, 'in'))} ${String(at(one, 'name'))}`),
  )
  const twice = places.flatMap((list, i) =>
    repeated(list.filter((_, n) => lists[i]![n] !== undefined)),
  )
  const problems = twice.map((place) => `${label} lists the parameter ${place} twice`)
  // A path item or a parameter in another document may declare more.
  if (item['$ref'] !== undefined || lists.flat().includes(undefined)) return problems
  const declared = new Set(places.flat())
  const inPath = [...path.matchAll(/\{([^/{}]+)\}/g)].map(([, name]) => `path ${name}`)
  return [
    ...problems,
    ...inPath
      .filter((place) => !declared.has(place))
      .map((place) => `${label} does not declare its parameter ${place}`),
    ...[...declared]
      .filter((place) => place.startsWith('path ') && !inPath.includes(place))
      .map((place) => `${label} declares the parameter ${place}, which its path does not have`),
  ]
}

/** Returns a parameter behind its reference; undefined if it is in another document or nowhere. */
function parameterOf(document: unknown, parameter: unknown): unknown {
  const reference = at(parameter, '$ref')
  if (typeof reference !== 'string') return parameter
  if (!reference.startsWith('#/')) return undefined
  const parts = reference
    .slice(2)
    .split('/')
    .map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'))
  const target = at(document, ...parts)
  return at(target, '$ref') === undefined ? target : undefined
}

function unknownSchemes(document: unknown, operations: readonly Operation[]): string[] {
  const schemes =
    at(document, 'components', 'securitySchemes') ?? at(document, 'securityDefinitions')
  const requirements = [document, ...operations.map(({ operation }) => operation)].flatMap(
    (one) => {
      const list = at(one, 'security')
      return Array.isArray(list) ? list.flatMap((names) => entriesOf(names)) : []
    },
  )
  const names = new Set(requirements.map(([name]) => name))
  // From 3.2 on, a name may be the address of a scheme.
  return [...names]
    .filter((name) => /^[\w.-]+$/.test(name) && at(schemes, name) === undefined)
    .map((name) => `no security scheme has the name ${name}`)
}

function repeated(texts: readonly string[]): string[] {
  return [...new Set(texts.filter((text, i) => texts.indexOf(text) !== i))]
}

function entriesOf(value: unknown): [string, unknown][] {
  return isObject(value) ? Object.entries(value) : []
}
