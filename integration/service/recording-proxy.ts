import { once } from 'node:events'
import http, { type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { operationOf } from './operations.ts'
import type { Action, ReceivedRequest, Rules } from './rules.ts'

/** One request of the backend. Times are real, in epoch milliseconds. */
export interface Exchange extends ReceivedRequest {
  query: string
  rawHeaders: [name: string, value: string][]
  /** The session in the path, or the one that was created. */
  sessionId: string | undefined
  at: number
  endedAt: number
  /** Whether the simulator got it: its budgets count no others. */
  forwarded: boolean
  /** The part of the exchange that a rule has lost. */
  lost?: 'request' | 'response' | 'end'
  /** Null if no complete response was sent. */
  status: number | null
  responseHeaders: [name: string, value: string][]
  responseBody: Buffer
}

const LARGEST_BODY = 32 * 1024 * 1024
/** Headers of the connection, which a proxy must not forward. */
const HOP_HEADERS = new Set([
  'connection',
  'keep-alive',
  'transfer-encoding',
  'host',
  'content-length',
])

/**
 * That of the simulator. With Node's 5 s, a client that keeps connections for longer can send a request on one that
 * is just closing: a lost response that no check has provoked.
 */
const KEEP_ALIVE_MS = 72_000

/** A proxy of one region of the simulator: records each request and applies the rules. */
export class RecordingProxy {
  readonly exchanges: Exchange[] = []
  readonly url: string
  readonly #server: http.Server

  private constructor(server: http.Server) {
    this.#server = server
    this.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  }

  static async start(region: 'us' | 'eu', upstream: string, rules: Rules): Promise<RecordingProxy> {
    const server = http.createServer({ keepAliveTimeout: KEEP_ALIVE_MS }).listen(0, '127.0.0.1')
    await once(server, 'listening')
    const proxy = new RecordingProxy(server)
    server.on('request', (request: IncomingMessage, response: ServerResponse) => {
      proxy.#serve(region, upstream, rules, request, response).catch(() => request.socket.destroy())
    })
    return proxy
  }

  async close(): Promise<void> {
    this.#server.close()
    this.#server.closeAllConnections()
    await once(this.#server, 'close')
  }

  async #serve(
    region: 'us' | 'eu',
    upstream: string,
    rules: Rules,
    request: IncomingMessage,
    response: ServerResponse,
  ): Promise<void> {
    const at = Date.now()
    const body = await read(request)
    const [path, query = ''] = request.url!.split('?') as [string, string?]
    const method = request.method!
    const { operation, sessionId } = operationOf(method, path)
    const asked: ReceivedRequest = { region, method, path, operation, body: body.toString() }
    const exchange: Exchange = {
      ...asked,
      query,
      rawHeaders: pairs(request.rawHeaders),
      sessionId,
      at,
      endedAt: at,
      forwarded: false,
      status: null,
      responseHeaders: [],
      responseBody: Buffer.alloc(0),
    }
    this.exchanges.push(exchange)
    const action = rules.take(asked)
    if (action && 'hold' in action) await action.hold
    if (action && 'lose' in action) exchange.lost = action.lose
    const own = ownAnswer(action)
    if (action && 'lose' in action && action.lose === 'request') {
      request.socket.destroy()
      return
    }
    exchange.forwarded = !own
    const answer = own ?? (await forward(upstream, request, changed(body, action, 'request')))
    if (!own && action && 'response' in action)
      answer.body = changed(answer.body, action, 'response')
    exchange.responseBody = answer.body
    exchange.sessionId ??= createdSession(operation, answer)
    exchange.endedAt = Date.now()
    const length = answer.status === 204 ? [] : ['Content-Length', String(answer.body.byteLength)]
    if (action && 'lose' in action) {
      if (action.lose === 'response') return void request.socket.destroy()
      response.writeHead(answer.status, [...answer.headers.flat(), ...length])
      const half = answer.body.subarray(0, answer.body.byteLength / 2)
      response.write(half, () => request.socket.destroy())
      return
    }
    exchange.status = answer.status
    exchange.responseHeaders = answer.headers
    response.writeHead(answer.status, [...answer.headers.flat(), ...length])
    response.end(answer.body)
  }
}

interface Answered {
  status: number
  headers: [string, string][]
  body: Buffer
}

function ownAnswer(action: Action | undefined): Answered | undefined {
  if (action && 'gateway' in action)
    return {
      status: action.gateway,
      headers: [['Content-Type', 'text/html']],
      body: Buffer.from('<html><body><h1>Bad Gateway</h1></body></html>'),
    }
  if (!action || !('error' in action || 'answer' in action)) return undefined
  const [status, headers, json] =
    'error' in action
      ? [action.error.status, action.error.headers, action.error.body]
      : [200, {}, action.answer]
  return {
    status,
    headers: [['Content-Type', 'application/json'], ...Object.entries<string>(headers)],
    body: Buffer.from(JSON.stringify(json)),
  }
}

function changed(body: Buffer, action: Action | undefined, which: 'request' | 'response'): Buffer {
  const change = action && (action as Partial<Record<typeof which, unknown>>)[which]
  if (typeof change !== 'function') return body
  let json: unknown
  try {
    json = JSON.parse(body.toString() || '{}')
  } catch {
    // The service refuses it.
    return body
  }
  return Buffer.from(JSON.stringify(change(json)))
}

/** Forwards a request to the simulator and buffers the response. */
async function forward(
  upstream: string,
  request: IncomingMessage,
  body: Buffer,
): Promise<Answered> {
  const sent = http.request(upstream + request.url!, {
    method: request.method!,
    headers: [
      ...pairs(request.rawHeaders).filter(([name]) => !HOP_HEADERS.has(name.toLowerCase())),
      ['Host', new URL(upstream).host],
      ...(body.byteLength > 0 ? [['Content-Length', String(body.byteLength)]] : []),
    ].flat(),
  })
  // A connection that is lost within the response is an error of both; reading the response reports it.
  sent.on('error', () => undefined)
  sent.end(body)
  const [response] = (await once(sent, 'response')) as [IncomingMessage]
  return {
    status: response.statusCode!,
    headers: pairs(response.rawHeaders).filter(([name]) => !HOP_HEADERS.has(name.toLowerCase())),
    body: await read(response),
  }
}

function createdSession(operation: string | undefined, { body }: Answered): string | undefined {
  if (operation !== 'createSession') return undefined
  try {
    return (JSON.parse(body.toString()) as { data?: { id?: string } }).data?.id
  } catch {
    return undefined
  }
}

async function read(message: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of message as AsyncIterable<Buffer>) {
    size += chunk.byteLength
    if (size > LARGEST_BODY) throw new Error('the body is too large')
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

function pairs(flat: readonly string[]): [string, string][] {
  return Array.from({ length: flat.length / 2 }, (_, i) => [flat[2 * i]!, flat[2 * i + 1]!])
}
