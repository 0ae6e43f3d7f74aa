import type { ValidateFunction } from 'ajv/dist/2020.js'
import { type JsonSchema, readOperations } from '../../spec/contract.ts'
import { SchemaCompiler } from '../http/schemas.ts'
import type { Listening, RunningSimulator, ServerOptions } from '../server.ts'
import { type Client, type Reply, client, simulatorFor } from '../testing/simulator.ts'
import { validationErrors } from '../testing/shape.ts'
import { controlDocument } from './spec/document.ts'

const operations = readOperations(controlDocument)
const compiler = new SchemaCompiler(controlDocument)
const compiled = new Map<JsonSchema, ValidateFunction>()

/**
 * Starts a simulator and returns a caller of its control API that validates every response against the API's document.
 */
export async function controlFor(
  t: Parameters<typeof simulatorFor>[0],
  options?: ServerOptions,
): Promise<{ simulator: RunningSimulator; control: Client }> {
  const simulator = await simulatorFor(t, options)
  return { simulator, control: checkedControl(simulator) }
}

/** Returns a caller of the control API that validates every response against the API's document. */
export function checkedControl(simulator: Listening): Client {
  const send = client(simulator, undefined, 'control')
  return async (method, path, body, headers) => {
    const reply = await send(method, `/control/v1${path}`, body, headers)
    checkAnswer(method, `/control/v1${path}`, reply)
    return reply
  }
}

/** @throws {Error} when the document does not know the operation, the status, the error code or the shape */
function checkAnswer(method: string, url: string, { status, text, json }: Reply): void {
  const where = `${method} ${url} answered ${status}`
  const parts = url.split('?')[0]!.split('/')
  const operation = operations.find(
    (candidate) =>
      candidate.method === method.toLowerCase() && fits(candidate.path.split('/'), parts),
  )
  if (!operation) throw new Error(`${where}: the control API describes no such operation`)
  const response = operation.responses.find((candidate) => candidate.status === status)
  if (!response) throw new Error(`${where}, which is not described: ${text}`)
  if (response.body?.mediaType !== 'application/json') return
  const code = json<{ error?: { code: string } }>().error?.code
  const known = code === undefined || operation.errorCodes.some((candidate) => candidate === code)
  if (!known) throw new Error(`${where} with an undescribed code: ${text}`)
  const { schema } = response.body
  const validate = compiled.get(schema) ?? compiler.compile(schema)
  compiled.set(schema, validate)
  if (!validate(json()))
    throw new Error(`${where} in another shape: ${validationErrors(validate)}: ${text}`)
}

function fits(template: string[], parts: string[]): boolean {
  return (
    template.length === parts.length &&
    template.every((part, i) => part.startsWith('{') || part === parts[i])
  )
}

/** Returns the data of a response. @throws {Error} if it is an error */
export function dataOf<T = Record<string, unknown>>(reply: Reply): T {
  if (reply.status >= 300) throw new Error(`rejected: ${reply.status} ${reply.text}`)
  return reply.json<{ data: T }>().data
}

/** Returns the problems of a 422, as code and path. */
export function problemsOf(reply: Reply): string[] {
  interface Refusal {
    error: { code: string; details: { issues: { code: string; path: (string | number)[] }[] } }
  }
  const { error } = reply.json<Refusal>()
  if (error.code !== 'validation_error')
    throw new Error(`expected a validation_error, got ${reply.text}`)
  return error.details.issues.map(({ code, path }) => `${code} ${path.join('.')}`)
}

/** Returns the error code of a response. */
export function codeOf(reply: Reply): string {
  return reply.json<{ error: { code: string } }>().error.code
}

/** Creates a session by the public API and returns its id. */
export async function newSession(call: Client, body: object = {}): Promise<string> {
  return dataOf<{ id: string }>(await call('POST', '/v1/sessions', body)).id
}
