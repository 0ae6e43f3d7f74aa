import { connect } from 'node:net'
import demoWorld from '../../fixtures/world/demo.json' with { type: 'json' }
import { type Operation, document, operations } from '../../spec/contract.ts'
import { errors } from '../../spec/generated/errors.ts'
import type { RunningSimulator, ServerOptions } from '../server.ts'
import type { Mode, Region, WorldFile } from '../world/world.ts'
import { type Client, type Reply, client, simulatorFor } from '../testing/simulator.ts'
import { validationErrors } from '../testing/shape.ts'
import { SchemaCompiler } from './schemas.ts'

/** The four rate-limit headers of an authenticated response, in the order of the response. */
export const RATE_HEADERS = [
  'X-RateLimit-Limit',
  'X-RateLimit-Remaining',
  'X-RateLimit-Reset',
  'X-RateLimit-Window',
]

/** Well-formed ids without a record. */
export const UNKNOWN_IDS = {
  session: `vs_${'0'.repeat(24)}`,
  applicant: `app_${'0'.repeat(24)}`,
  subscription: `whs_${'0'.repeat(24)}`,
}

/** Operations of the public API that accept a secret key. */
export const keyed: readonly Operation[] = operations.filter(
  ({ routeClass }) => routeClass !== 'none',
)

/** Starts a simulator with an address limit that tests do not reach, for tests that cause hundreds of refusals. */
export function roomySimulator(
  t: Parameters<typeof simulatorFor>[0],
  options: ServerOptions = {},
): Promise<RunningSimulator> {
  return simulatorFor(t, {
    world: { ...(structuredClone(demoWorld) as WorldFile), ip_limit: 1_000_000 },
    ...options,
  })
}

/** Returns a caller of the control API. @throws {Error} if a call fails (status 300 or more) */
export function controlOf(simulator: RunningSimulator) {
  const send = client(simulator, undefined, 'control')
  return async <T = Record<string, unknown>>(
    method: string,
    path: string,
    body?: unknown,
  ): Promise<T> => {
    const reply = await send(method, `/control/v1${path}`, body)
    if (reply.status >= 300) throw new Error(`${method} ${path}: ${reply.status} ${reply.text}`)
    return reply.json<{ data: T }>().data
  }
}

export interface Owner {
  id: string
  region: Region
  /** Returns a client with a new key of this organization. @param scopes @default all */
  caller(mode: Mode, scopes?: string[]): Promise<Client & { key: string; keyId: string }>
  change(to: object): Promise<unknown>
}

/** Creates an organization for one test. */
export async function newOwner(
  simulator: RunningSimulator,
  given: { region?: Region; [field: string]: unknown } = {},
): Promise<Owner> {
  const control = controlOf(simulator)
  const region = given.region ?? 'us'
  const { id } = await control<{ id: string }>('POST', '/organizations', {
    name: 'Of a test',
    ...given,
    region,
  })
  return {
    id,
    region,
    caller: async (mode, scopes) => {
      const made = await control<{ key: string; id: string }>('POST', `/organizations/${id}/keys`, {
        type: 'sk',
        mode,
        ...(scopes && { scopes }),
      })
      return Object.assign(client(simulator, made.key, region), { key: made.key, keyId: made.id })
    },
    change: (to) => control('PATCH', `/organizations/${id}`, to),
  }
}

/** Returns the path of an operation with unknown ids, or with the given ones. */
export function pathOf({ path }: Operation, ids: Record<string, string> = {}): string {
  const resource = path.includes('/applicants/')
    ? UNKNOWN_IDS.applicant
    : path.includes('/webhook-subscriptions/')
      ? UNKNOWN_IDS.subscription
      : UNKNOWN_IDS.session
  return path.replaceAll(
    /\{(\w+)\}/g,
    (_, name: string) =>
      ids[name] ?? (name === 'id' ? resource : name === 'artifact' ? 'front' : 'x'),
  )
}

/** Returns a valid body of the operation: its first example; undefined for an operation without a JSON body. */
export function bodyOf({ requestBody }: Operation): unknown {
  return requestBody?.mediaType === 'application/json'
    ? structuredClone(Object.values(requestBody.examples)[0])
    : undefined
}

const validEnvelope = new SchemaCompiler(document).compile({
  $ref: '#/components/schemas/ErrorEnvelope',
})

export interface Refusal {
  code: keyof typeof errors
  message: string
  request_id: string
  details: Record<string, unknown> & {
    issues?: {
      code: string
      path: (string | number)[]
      message: string
      keys?: string[]
      param?: string
    }[]
  }
}

/**
 * Returns the error of a response after validating the rules of all error bodies (ENV).
 * @throws {Error} that names the violation
 */
export function refusalOf({
  status,
  headers,
  text,
}: Pick<Reply, 'status' | 'headers' | 'text'>): Refusal {
  const fail = (problem: string): never => {
    throw new Error(`${problem}: ${status} ${text.slice(0, 500)}`)
  }
  if (headers.get('content-type') !== 'application/json; charset=utf-8')
    fail(`a refusal as ${headers.get('content-type')}`)
  const body = JSON.parse(text) as { error: Refusal & { type: string; doc_url: string } }
  if (!validEnvelope(body)) fail(validationErrors(validEnvelope))
  const { error } = body
  if (!Object.hasOwn(errors, error.code)) fail(`no code of the table: ${error.code}`)
  if (errors[error.code].status !== status)
    fail(`${error.code} is answered with ${errors[error.code].status}`)
  if (headers.get('x-request-id') !== error.request_id)
    fail(`X-Request-Id is ${headers.get('x-request-id')}`)
  for (const url of [error.type, error.doc_url]) {
    if (new URL(url).pathname !== `/errors/${error.code}`) fail(`not a URL of the code: ${url}`)
  }
  return error
}

/** Returns `404 resource_not_found` for an error response, or the status alone for any other. */
export function verdict(reply: Pick<Reply, 'status' | 'headers' | 'text'>): string {
  return reply.status < 400 ? String(reply.status) : `${reply.status} ${refusalOf(reply).code}`
}

/**
 * Returns the rate-limit headers of a response as numbers; null if it has none.
 * @throws {Error} if it has some but not all
 */
export function rateOf(
  headers: Headers,
): { limit: number; remaining: number; reset: number; window: number } | null {
  const values = RATE_HEADERS.map((name) => headers.get(name))
  if (values.every((value) => value === null)) return null
  if (values.some((value) => value === null || !/^\d+$/.test(value)))
    throw new Error(`rate headers ${JSON.stringify(values)}`)
  const [limit, remaining, reset, window] = values.map(Number) as [number, number, number, number]
  return { limit, remaining, reset, window }
}

/** A response as received from the socket. */
export interface RawReply extends Pick<Reply, 'status' | 'headers' | 'text'> {
  statusLine: string
  /** In their original order and case. */
  fields: [name: string, value: string][]
}

/** Sends bytes to a listener, and reads until it closes the connection. */
export function exchange(url: string, bytes: string | Buffer): Promise<RawReply[]> {
  const { hostname, port } = new URL(url)
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = []
    const socket = connect(Number(port), hostname, () => socket.write(bytes))
    socket.on('data', (chunk: Buffer) => chunks.push(chunk))
    // A client that is refused while it sends its body may lose the connection; earlier responses
    // count.
    socket.on('error', (error) => {
      if (chunks.length === 0) reject(error)
    })
    socket.on('close', () => {
      try {
        resolve(replies(Buffer.concat(chunks).toString('latin1')))
      } catch (error) {
        reject(error as Error)
      }
    })
  })
}

/** Returns the text of a request whose connection closes after the response. */
export function requestText(
  method: string,
  path: string,
  headers: Record<string, string> = {},
  body = '',
): string {
  const fields = {
    Host: 'api.example',
    ...headers,
    ...(body !== '' && { 'Content-Length': String(Buffer.byteLength(body)) }),
    Connection: 'close',
  }
  const lines = Object.entries(fields).map(([name, value]) => `${name}: ${value}\r\n`)
  return `${method} ${path} HTTP/1.1\r\n${lines.join('')}\r\n${body}`
}

function replies(text: string): RawReply[] {
  const found: RawReply[] = []
  while (text !== '') {
    const end = text.indexOf('\r\n\r\n')
    if (end < 0) throw new Error(`no whole answer: ${text.slice(0, 200)}`)
    const [statusLine = '', ...lines] = text.slice(0, end).split('\r\n')
    const fields = lines.map((line): [string, string] => {
      const colon = line.indexOf(':')
      return [line.slice(0, colon), line.slice(colon + 1).trim()]
    })
    const headers = new Headers(fields)
    const length = Number(headers.get('content-length') ?? 0)
    const body = Buffer.from(text.slice(end + 4, end + 4 + length), 'latin1').toString()
    found.push({
      status: Number(statusLine.split(' ')[1]),
      headers,
      text: body,
      statusLine,
      fields,
    })
    text = text.slice(end + 4 + Buffer.byteLength(body))
  }
  return found
}
