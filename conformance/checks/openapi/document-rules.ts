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
 * and parameters, declared security schemes, and paths that differ in more than names.
 */
export function brokenDocumentRules(document: unknown): string[] {
  const operations = operationsOf(document)
  return [
    ...repeatedIds(operations),
    ...equalPaths(document),
    ...operations.flatMap((one) => repeatedParameters(document, one)),
    ...unknownSchemes(document, operations),
  ]
}

/**
 * Returns the path parameters that an operation does not declare, or declares without a place in its path. The structure
 * of such a document is valid, and validators accept it.
 */
export function unmatchedPathParameters(document: unknown): string[] {
  return operationsOf(document).flatMap((one) => unmatchedIn(document, one))
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

/**
 * Returns the place and the name of each parameter, as in `path id`, for the operation and for its path item; undefined
 * for a parameter in another document.
 */
function parametersOf(document: unknown, { operation, item }: Operation): (string | undefined)[][] {
  return [operation['parameters'], item['parameters']].map((list) =>
    (Array.isArray(list) ? list : []).map((one) => {
      const parameter = parameterOf(document, one)
      return parameter === undefined
        ? undefined
        : `${String(at(parameter, 'in'))} ${String(at(parameter, 'name'))}`
    }),
  )
}

function repeatedParameters(document: unknown, one: Operation): string[] {
  return parametersOf(document, one).flatMap((list) =>
    repeated(list.filter((place) => place !== undefined)).map(
      (place) => `${one.label} lists the parameter ${place} twice`,
    ),
  )
}

function unmatchedIn(document: unknown, one: Operation): string[] {
  const declared = new Set(parametersOf(document, one).flat())
  // A path item or a parameter in another document may declare more.
  if (one.item['$ref'] !== undefined || declared.has(undefined)) return []
  const inPath = [...one.path.matchAll(/\{([^/{}]+)\}/g)].map(([, name]) => `path ${name}`)
  return [
    ...inPath
      .filter((place) => !declared.has(place))
      .map((place) => `${one.label} does not declare its parameter ${place}`),
    ...[...declared]
      .filter((place) => place?.startsWith('path ') && !inPath.includes(place))
      .map((place) => `${one.label} declares the parameter ${place}, which its path does not have`),
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
