import type { ValidateFunction } from 'ajv/dist/2020.js'
import {
  type JsonSchema,
  type Operation,
  type OperationId,
  document,
  operation,
  operations,
} from '../../spec/contract.ts'
import { SchemaCompiler } from '../http/schemas.ts'
import type { RunningSimulator } from '../server.ts'
import type { Region } from '../world/world.ts'
import { type Client, type Reply, client } from './simulator.ts'
import { validationErrors } from './shape.ts'

const { components, webhooks } = document as unknown as {
  components: { schemas: Record<string, JsonSchema> }
  webhooks: Record<
    string,
    { post: { requestBody: { content: Record<string, { schema: JsonSchema }> } } }
  >
}
const compiler = new SchemaCompiler(document)
const compiled = new Map<string, ValidateFunction>()

/**
 * Asserts that a response conforms to the contract: status, error code, headers, media type and
 * body. The contract allows additional members; the simulator must not add any by accident, so
 * `data` is closed here.
 * @throws {Error} with the differences
 */
export function conforms(operationId: OperationId, reply: Reply): void {
  conformsTo(operation(operationId), reply, { check, closed })
}

/**
 * Asserts that the operation declares a response.
 * @param shapes asserts a body against a schema; `closed` makes a schema of success stricter
 * @throws {Error} with the differences
 */
export function conformsTo(
  { operationId, responses, errorCodes }: Operation,
  { status, headers, text, bytes }: Pick<Reply, 'status' | 'headers' | 'text' | 'bytes'>,
  shapes: {
    check: (name: string, schema: JsonSchema, value: unknown) => void
    closed: (schema: JsonSchema) => JsonSchema
  },
): void {
  const where = `${operationId} answered ${status}`
  const response = responses.find((candidate) => candidate.status === status)
  if (!response) throw new Error(`${where}, which the contract does not declare: ${text}`)
  for (const name of response.headers)
    if (!headers.has(name)) throw new Error(`${where} without ${name}`)
  if (!response.body) {
    if (bytes.length > 0) throw new Error(`${where} with a body: ${text}`)
    return
  }
  const mediaType = headers.get('content-type')?.split(';')[0]
  const expected = response.body.mediaType
  if (mediaType !== expected) throw new Error(`${where} as ${mediaType}, expected ${expected}`)
  if (mediaType !== 'application/json') return
  const body = JSON.parse(text) as { error?: { code: string } }
  const code = status >= 400 ? body.error?.code : undefined
  const listed = code === undefined || errorCodes.some((known) => known === code)
  if (!listed) throw new Error(`${where} with a code that the contract does not list: ${text}`)
  shapes.check(
    `${operationId} ${status}`,
    status < 300 ? shapes.closed(response.body.schema) : response.body.schema,
    body,
  )
}

/** Asserts that the body of a delivery conforms to the schema of its event type. @throws {Error} */
export function eventConforms(type: string, body: string): void {
  const webhook = webhooks[type]
  if (!webhook) throw new Error(`the contract has no event ${type}`)
  check(
    `event ${type}`,
    webhook.post.requestBody.content['application/json']!.schema,
    JSON.parse(body),
  )
}

/** Returns a client that asserts each response against the contract. */
export function caller(
  simulator: RunningSimulator,
  key: string | undefined,
  region: Region = 'us',
): Client {
  const send = client(simulator, key, region)
  return async (method, path, body, headers) => {
    const reply = await send(method, path, body, headers)
    conforms(operationAt(method, path), reply)
    return reply
  }
}

function operationAt(method: string, path: string): OperationId {
  const parts = path.split('?')[0]!.split('/')
  const found = operations.find((candidate) => {
    const template = candidate.path.split('/')
    return (
      candidate.method === method.toLowerCase() &&
      template.length === parts.length &&
      template.every((part, i) => part.startsWith('{') || part === parts[i])
    )
  })
  if (!found) throw new Error(`the contract has no operation at ${method} ${path}`)
  return found.operationId
}

function check(name: string, schema: JsonSchema, value: unknown): void {
  let validate = compiled.get(name)
  if (!validate) {
    validate = compiler.compile(schema)
    compiled.set(name, validate)
  }
  if (validate(value)) return
  throw new Error(
    `${name} does not match its schema: ${validationErrors(validate)}: ${JSON.stringify(value)}`,
  )
}

/** Closes `data`, or each item of it, to members that no schema names. */
function closed(schema: JsonSchema): JsonSchema {
  const { properties } = resolved(schema) as { properties?: Record<string, JsonSchema> }
  const data = properties?.data
  if (data === undefined) return schema
  const { type, items } = resolved(data) as { type?: string; items?: JsonSchema }
  const strict = type === 'array' ? { items: shut(items!) } : shut(data)
  return { allOf: [schema], properties: { data: strict } }
}

function shut(schema: JsonSchema): JsonSchema {
  return { allOf: [schema], unevaluatedProperties: false }
}

function resolved(schema: JsonSchema): object {
  const reference = typeof schema === 'object' ? schema.$ref : undefined
  if (typeof reference !== 'string') return schema as object
  return resolved(components.schemas[reference.slice('#/components/schemas/'.length)]!)
}
