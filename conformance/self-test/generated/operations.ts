import document from '../../../spec/generated/openapi.json' with { type: 'json' }
import { isObject, type JsonObject } from '../../http/json.ts'
import { listOf, pointed, resolved } from './schema.ts'

/** One answer of an operation, as the contract describes it. */
export interface Described {
  status: number
  /** Of a JSON body. */
  schema?: unknown
  headers: readonly string[]
}

export interface Operation {
  id: string
  method: string
  path: string
  form: RegExp
  /** Of a JSON body. */
  body?: unknown
  answers: readonly Described[]
  gaps: readonly string[]
}

export interface Event {
  type: string
  schema: unknown
  headers: readonly string[]
}

function dereferenced(value: unknown): JsonObject {
  return isObject(value) && typeof value['$ref'] === 'string'
    ? (pointed(value['$ref']) as JsonObject)
    : (value as JsonObject)
}

function jsonSchemaOf(content: unknown): unknown {
  return (content as Record<string, JsonObject> | undefined)?.['application/json']?.['schema']
}

export const OPERATIONS: readonly Operation[] = Object.entries(document.paths).flatMap(
  ([path, methods]) =>
    Object.entries(methods as unknown as Record<string, JsonObject>)
      .filter(([, operation]) => operation['operationId'] !== undefined)
      .map(([method, operation]) => ({
        id: String(operation['operationId']),
        method: method.toUpperCase(),
        path,
        form: new RegExp(`^${path.replaceAll('.', '\\.').replaceAll(/\{\w+\}/g, '[^/?]+')}(\\?|$)`),
        body: jsonSchemaOf(dereferenced(operation['requestBody'] ?? {})['content']),
        gaps: listOf(operation['x-unspecified']).map(String),
        answers: Object.entries(operation['responses'] as JsonObject).map(([status, one]) => {
          const answer = dereferenced(one)
          return {
            status: Number(status),
            schema: jsonSchemaOf(answer['content']),
            headers: Object.keys((answer['headers'] ?? {}) as JsonObject),
          }
        }),
      })),
)

export const EVENTS: readonly Event[] = Object.entries(
  document.webhooks as unknown as Record<string, { post: JsonObject }>,
).map(([type, { post }]) => ({
  type,
  schema: jsonSchemaOf(dereferenced(post['requestBody'])['content']),
  headers: listOf(post['parameters'])
    .map(dereferenced)
    .filter((one) => one['in'] === 'header')
    .map(({ name }) => String(name)),
}))

/** The operation of a request. */
export function operationOf(method: string, path: string): Operation | undefined {
  return OPERATIONS.find((one) => one.method === method && one.form.test(path))
}

export { resolved }
