// The contract for programs: a flat list of operations from the generated bundle. Pure, and cheap
// enough for every boot.
import document from './generated/openapi.json' with { type: 'json' }
import type { ErrorCode } from './generated/errors.ts'
import { type RouteClass, limits } from './generated/limits.ts'
import type { Scope } from './generated/scopes.ts'
import type { operations as WireOperations } from './generated/wire.ts'

/** Members that every operation of this contract has; OpenAPI demands only some of them. */
const REQUIRED = [
  'operationId',
  'security',
  'responses',
  'x-route-class',
  'x-required-scopes',
  'x-error-codes',
] as const

export type OperationId = keyof WireOperations
export type SecurityScheme = 'secretKey' | 'publishableKey' | 'browserToken' | 'clientToken'

/** JSON Schema 2020-12. References are `#/components/schemas/Name`, so they resolve against the whole `document`. */
export type JsonSchema = Readonly<Record<string, unknown>> | boolean

export interface Parameter {
  readonly name: string
  readonly in: 'path' | 'query' | 'header'
  readonly required: boolean
  readonly schema: JsonSchema
}

export interface Body {
  readonly mediaType: string
  readonly schema: JsonSchema
  /** Bodies by example name. */
  readonly examples: Readonly<Record<string, unknown>>
}

export interface RequestBody extends Body {
  readonly required: boolean
  /** Members of a JSON body that are files in base64 (`contentEncoding`): their names, joined by dots. */
  readonly files: readonly string[]
}

export interface Response {
  readonly status: number
  /** Lower-case names. */
  readonly headers: readonly string[]
  readonly body: Body | null
}

export interface Operation {
  readonly operationId: OperationId
  readonly method: 'get' | 'post' | 'put' | 'patch' | 'delete'
  /** Path template, as in `/v1/sessions/{id}`. */
  readonly path: string
  readonly routeClass: RouteClass | 'none'
  /** All of these scopes are needed. */
  readonly scopes: readonly Scope[]
  /**
   * Alternatives; each lists credentials that are needed together. Empty for a public operation.
   */
  readonly security: readonly (readonly SecurityScheme[])[]
  readonly errorCodes: readonly ErrorCode[]
  /** Billing never refuses this read. */
  readonly accountStateRead: boolean
  readonly parameters: readonly Parameter[]
  readonly requestBody: RequestBody | null
  /** Maximum size of the request body in bytes. */
  readonly bodyLimit: number
  /**
   * The length must be declared and is checked before the body is read. A body that cannot be
   * parsed is not JSON: 415, not 422.
   */
  readonly measuredJson: boolean
  /** Schema of the request body; null without a body. */
  readonly requestSchema: JsonSchema | null
  readonly responses: readonly Response[]
  /** The only response below 300. */
  readonly success: Response
  /** Ledger rows for the parts that are our choice. */
  readonly unspecified: readonly string[]
}

const METHODS = ['get', 'post', 'put', 'patch', 'delete'] as const

/** The bundle itself, to serve or to validate. */
export { document }

export const operations: readonly Operation[] = readOperations(document as unknown as RawDocument)

/** @throws {Error} if the contract has no such operation */
export function operation(operationId: OperationId): Operation {
  const found = operations.find((candidate) => candidate.operationId === operationId)
  if (!found) throw new Error(`The contract has no operation ${operationId}.`)
  return found
}

interface RawMedia {
  schema?: JsonSchema
  examples?: Record<string, unknown>
}
interface RawParameter {
  name: string
  in: Parameter['in']
  required?: boolean
  schema?: JsonSchema
}
interface RawResponse {
  headers?: Record<string, unknown>
  content?: Record<string, RawMedia>
}
interface RawOperation {
  operationId: string
  security: Record<string, unknown>[]
  parameters?: unknown[]
  requestBody?: { required?: boolean; content: Record<string, RawMedia> }
  responses: Record<string, unknown>
  'x-route-class': string
  'x-required-scopes': string[]
  'x-error-codes': string[]
  'x-account-state-read'?: boolean
  'x-body-limit'?: string
  'x-measured-json'?: boolean
  'x-unspecified'?: string[]
}
interface RawDocument {
  paths: Record<string, Record<string, unknown>>
  components: unknown
}

/** Exported for tests; other code uses `operations`. */
export function readOperations(raw: RawDocument): Operation[] {
  return Object.entries(raw.paths).flatMap(([path, item]) =>
    METHODS.filter((method) => item[method] !== undefined).map((method) =>
      readOperation(
        raw,
        path,
        method,
        item[method] as RawOperation,
        (item.parameters ?? []) as unknown[],
      ),
    ),
  )
}

function readOperation(
  raw: RawDocument,
  path: string,
  method: Operation['method'],
  source: RawOperation,
  shared: unknown[],
): Operation {
  for (const name of REQUIRED)
    if (source[name] === undefined)
      throw new Error(`The operation ${source.operationId ?? `${method} ${path}`} lacks ${name}.`)
  const body = source.requestBody
  const requestBody = body ? readRequestBody(raw, body) : null
  const responses = Object.entries(source.responses).map(([status, node]) =>
    readResponse(raw, Number(status), node),
  )
  const success = responses.find((response) => response.status < 300)
  if (!success) throw new Error(`The operation ${source.operationId} has no response below 300.`)
  return {
    operationId: source.operationId as OperationId,
    method,
    path,
    routeClass: source['x-route-class'] as Operation['routeClass'],
    scopes: source['x-required-scopes'] as Scope[],
    security: source.security.map((alternative) => Object.keys(alternative) as SecurityScheme[]),
    errorCodes: source['x-error-codes'] as ErrorCode[],
    accountStateRead: source['x-account-state-read'] ?? false,
    parameters: [...shared, ...(source.parameters ?? [])].map((node) => readParameter(raw, node)),
    requestBody,
    bodyLimit: bytesOf(source),
    measuredJson: source['x-measured-json'] ?? false,
    requestSchema: requestBody?.schema ?? null,
    responses,
    success,
    unspecified: source['x-unspecified'] ?? [],
  }
}

/** `x-body-limit` names an entry of limits.yaml; the default is the limit for JSON. */
function bytesOf({ operationId, 'x-body-limit': name = 'json_body_bytes' }: RawOperation): number {
  if (!Object.hasOwn(limits, name)) {
    throw new Error(`The operation ${operationId} names the unknown limit ${name}.`)
  }
  return limits[name as keyof typeof limits].value
}

function readParameter(raw: RawDocument, node: unknown): Parameter {
  const { name, in: place, required, schema } = resolve<RawParameter>(raw, node)
  return { name, in: place, required: required ?? false, schema: schema ?? true }
}

function readResponse(raw: RawDocument, status: number, node: unknown): Response {
  const response = resolve<RawResponse>(raw, node)
  const headers = Object.keys(response.headers ?? {}).map((name) => name.toLowerCase())
  return { status, headers, body: readBody(raw, response.content) }
}

function readRequestBody(
  raw: RawDocument,
  { content, required = false }: NonNullable<RawOperation['requestBody']>,
): RequestBody {
  const body = readBody(raw, content)!
  return { ...body, required, files: encodedMembers(raw, body.schema) }
}

/** Returns the names of members with bytes in base64. Follows objects, but not lists and unions. */
function encodedMembers(raw: RawDocument, node: JsonSchema): string[] {
  const schema = resolve<JsonSchema>(raw, node)
  if (typeof schema === 'boolean') return []
  return Object.entries((schema.properties ?? {}) as Record<string, JsonSchema>).flatMap(
    ([name, member]) => {
      const of = resolve<Record<string, unknown>>(raw, member)
      return of.contentEncoding === 'base64'
        ? [name]
        : encodedMembers(raw, of).map((inner) => `${name}.${inner}`)
    },
  )
}

function readBody(raw: RawDocument, content: Record<string, RawMedia> | undefined): Body | null {
  const entry = Object.entries(content ?? {})[0]
  if (!entry) return null
  const [mediaType, media] = entry
  const examples: Record<string, unknown> = {}
  for (const [name, node] of Object.entries(media.examples ?? {})) {
    examples[name] = resolve<{ value: unknown }>(raw, node).value
  }
  return { mediaType, schema: media.schema ?? true, examples }
}

/** Follows `#/…` references of the bundle; returns a node without one unchanged. */
function resolve<T>(raw: RawDocument, node: unknown): T {
  let current = node
  while (typeof current === 'object' && current !== null && '$ref' in current) {
    const pointer = String(current.$ref)
    const keys = pointer
      .slice(2)
      .split('/')
      .map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'))
    current = keys.reduce<unknown>(
      (at, key) => (at as Record<string, unknown> | undefined)?.[key],
      raw,
    )
    if (current === undefined)
      throw new Error(`The contract refers to ${pointer}, which does not exist.`)
  }
  return current as T
}

type StepName = 'IdVerificationStep'

/** The check types of workflow steps. */
export const checkTypes: readonly string[] =
  document.components.schemas.WorkflowStepInput.oneOf.map(
    ({ $ref }) =>
      document.components.schemas[$ref.split('/').at(-1) as StepName].properties.type.const,
  )
