import { at, isObject, walk } from '../http/json.ts'
import { isReferencePosition } from './references.ts'

/** OpenAPI versions whose official schema the kit contains. */
const KNOWN_VERSION = /^3\.[01]\.\d+$/
const DIALECT_OF_31 = 'https://spec.openapis.org/oas/3.1/dialect/base'

/** Returns why an OpenAPI document of a known version is not valid by the schema of its version. */
export async function structureProblems(document: unknown): Promise<string[]> {
  const version = at(document, 'openapi') ?? at(document, 'swagger')
  if (typeof version !== 'string' || !(version === '2.0' || KNOWN_VERSION.test(version))) return []
  // Loaded here, because most runs of the command need neither.
  const { default: SwaggerParser } = await import('@apidevtools/swagger-parser')
  try {
    // References to other documents are not followed, because the suite only talks to the target.
    await SwaggerParser.validate(withoutOutsidePaths(document) as never, {
      resolve: { external: false },
      dereference: { circular: 'ignore' },
    })
  } catch (error) {
    const details = (error as { details?: unknown }).details
    // Without details, a reference does not resolve, which is judged separately.
    if (Array.isArray(details)) return details.map(inWords)
  }
  return version.startsWith('3.1.') ? schemaProblems(document) : []
}

/** Returns a copy without the path items in other documents, which the schema of 3.1 does not permit as such. */
function withoutOutsidePaths(document: unknown): unknown {
  const copy = structuredClone(document)
  const paths = at(copy, 'paths')
  if (!isObject(paths)) return copy
  for (const [path, item] of Object.entries(paths)) {
    const reference = at(item, '$ref')
    if (typeof reference === 'string' && !reference.startsWith('#')) delete paths[path]
  }
  return copy
}

/** Judges the schemas of a 3.1 document, of which its own schema only says that they are objects or booleans. */
async function schemaProblems(document: unknown): Promise<string[]> {
  if ((at(document, 'jsonSchemaDialect') ?? DIALECT_OF_31) !== DIALECT_OF_31) return []
  const { Ajv2020 } = await import('ajv/dist/2020.js')
  const ajv = new Ajv2020({ strict: false, validateFormats: false, logger: false })
  const problems: string[] = []
  for (const { value, path } of walk(document, isReferencePosition)) {
    // A schema may be in a different dialect.
    if (!isSchemaAt(path) || !isObject(value) || Object.hasOwn(value, '$schema')) continue
    if (ajv.validateSchema(value)) continue
    const place = `/${path.join('/')}`
    problems.push(...(ajv.errors ?? []).map((error) => `${place}${inWords(error)}`))
  }
  return problems
}

/** Whether the place is that of a whole schema: a component, or that of a parameter, header or body. */
function isSchemaAt(path: readonly (string | number)[]): boolean {
  if (path.length === 3) return path[0] === 'components' && path[1] === 'schemas'
  return path.at(-1) === 'schema' && path.at(-2) !== 'properties'
}

function inWords(error: unknown): string {
  return `${String(at(error, 'instancePath') ?? '')} ${String(at(error, 'message'))}`
}
