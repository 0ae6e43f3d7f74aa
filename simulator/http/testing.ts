import { connect } from 'node:net'
import demoWorld from '../../fixtures/world/demo.json' with { type: 'json' }
import { type Operation, document, operations } from '../../spec/contract.ts'
import { errors } from '../../spec/generated/errors.ts'
import type { RunningSimulator, ServerOptions } from '../server.ts'
import type { Mode, Region, WorldFile } from '../world/world.ts'
import { type Client, type Reply, client, simulatorFor } from '../testing/simulator.ts'
import { lacks } from '../testing/shape.ts'
import { SchemaCompiler } from './schemas.ts'

/** The four headers of an authenticated answer, in the order in which they are written. */
export const RATE_HEADERS = [
  'X-RateLimit-Limit',
  'X-RateLimit-Remaining',
  'X-RateLimit-Reset',
  'X-RateLimit-Window',
]

/** Well-formed ids of no record. */
export const NOBODYS = {
  session: `vs_${'0'.repeat(24)}`,
  applicant: `app_${'0'.repeat(24)}`,
  subscription: `whs_${'0'.repeat(24)}`,
}

/** The operations of the public API that a secret key opens. */
export const keyed: readonly Operation[] = operations.filter(
  ({ routeClass }) => routeClass !== 'none',
)

/** A simulator on which refusals may be provoked by the hundred: its limit by address is out of reach. */
export function roomySimulator(
  t: Parameters<typeof simulatorFor>[0],
  options: ServerOptions = {},
): Promise<RunningSimulator> {
  return simulatorFor(t, {
    world: { ...(structuredClone(demoWorld) as WorldFile), ip_limit: 1_000_000 },
    ...options,
  })
}

/** The control API. @throws {Error} unless a call is answered below 300 */
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
  /** Calls with a new key of this organization; `scopes` are all of them when left out. */
  caller(mode: Mode, scopes?: string[]): Promise<Client & { key: string; keyId: string }>
  change(to: object): Promise<unknown>
}

/** An organization of the test's own. */
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
    ? NOBODYS.applicant
    : path.includes('/webhook-subscriptions/')
      ? NOBODYS.subscription
      : NOBODYS.session
  return path.replaceAll(
    /\{(\w+)\}/g,
    (_, name: string) =>
      ids[name] ?? (name === 'id' ? resource : name === 'artifact' ? 'front' : 'x'),
  )
}

/** A body that the operation's schema accepts: its first example; undefined for one that takes no JSON. */
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
 * The error of a refusal, once it was held against all that every refusal owes (ENV).
 * @throws {Error} that says what it lacks
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
  if (!validEnvelope(body)) fail(lacks(validEnvelope))
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

/** The rate headers of an answer as numbers; null if it has none. @throws {Error} if it has some but not all */
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

/** An answer as it came over the wire. */
export interface RawReply extends Pick<Reply, 'status' | 'headers' | 'text'> {
  statusLine: string
  /** In the order and the letters in which they came. */
  fields: [name: string, value: string][]
}

/** Sends bytes to a listener and reads until it closes the connection. */
export function exchange(url: string, bytes: string | Buffer): Promise<RawReply[]> {
  const { hostname, port } = new URL(url)
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = []
    const socket = connect(Number(port), hostname, () => socket.write(bytes))
    socket.on('data', (chunk: Buffer) => chunks.push(chunk))
    // A client that is refused in the middle of its body may lose the connection; responses before that count.
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

/** One request as text, on a connection that ends with its answer. */
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
