import { once } from 'node:events'
import http, { type IncomingMessage, type ServerResponse } from 'node:http'
import https from 'node:https'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { newCertificate } from './certificate.ts'

/** A request as received: header names as sent, duplicates, order, and the bytes of the body. */
export interface Delivery {
  receivedAt: Date
  method: string
  path: string
  rawHeaders: [name: string, value: string][]
  body: Buffer
}

/** Response to a delivery. @default 200 without a body */
export interface ReceiverAnswer {
  status?: number
  headers?: Record<string, string>
  body?: string
  /** Wait before the response is sent. */
  delayMs?: number
  /** Resets the connection instead of responding. */
  reset?: true
  /** Redirects to this URL, with 302 unless a status is given. */
  redirect?: string
}

export interface ReceiverOptions {
  /** @default '127.0.0.1' */
  host?: string
  /** 0 selects a free port. @default 0 */
  port?: number
  /** Serves HTTP, for a proxy in front that speaks HTTPS. @default false */
  plainHttp?: boolean
  /** Selects the deliveries to keep in `deliveries`. @default all */
  keeps?: (delivery: Delivery) => boolean
  /** Called after a delivery was kept and before the response is sent. */
  onDelivery?: (delivery: Delivery) => void
}

/** Larger bodies are rejected: events are far smaller. */
const LARGEST_BODY = 1024 * 1024
/**
 * With Node's 5 s, a sender that keeps connections for longer can send a delivery on one that is just closing. The delivery is
 * lost, and a check that waits for it would fail a sender that retries later.
 */
const KEEP_ALIVE_MS = 3_600_000

/** An HTTPS server that keeps its requests and sends configured responses. */
export class Receiver {
  readonly deliveries: Delivery[] = []
  /** Certificate in PEM; empty without TLS. */
  readonly certificate: string
  readonly #server: http.Server | https.Server
  readonly #options: ReceiverOptions
  #waiting: (() => void)[] = []
  #answers: (delivery: Delivery) => ReceiverAnswer = () => ({})

  private constructor(
    server: http.Server | https.Server,
    certificate: string,
    options: ReceiverOptions,
  ) {
    this.#server = server
    this.certificate = certificate
    this.#options = options
    server.on('request', (request: IncomingMessage, response: ServerResponse) => {
      this.#receive(request, response).catch(() => request.socket.destroy())
    })
  }

  static async start(options: ReceiverOptions = {}): Promise<Receiver> {
    const host = options.host ?? '127.0.0.1'
    const { key, cert } = options.plainHttp ? { key: '', cert: '' } : newCertificate(host)
    const server = options.plainHttp
      ? http.createServer({ keepAliveTimeout: KEEP_ALIVE_MS })
      : https.createServer({ key, cert, keepAliveTimeout: KEEP_ALIVE_MS })
    const receiver = new Receiver(server, cert, options)
    server.listen(options.port ?? 0, host)
    await once(server, 'listening')
    return receiver
  }

  /** The address where it listens, as in `https://127.0.0.1:4010`. */
  get url(): string {
    const { address, family, port } = this.#server.address() as AddressInfo
    return `http${this.certificate === '' ? '' : 's'}://${family === 'IPv6' ? `[${address}]` : address}:${port}`
  }

  /** Sets the response from now on: one for all deliveries, or a function. */
  answer(answers: ReceiverAnswer | ((delivery: Delivery) => ReceiverAnswer)): void {
    this.#answers = typeof answers === 'function' ? answers : () => answers
  }

  /** Returns the first matching delivery, past or future. @throws if none arrives in time */
  async waitFor(wanted: (delivery: Delivery) => boolean, timeoutMs: number): Promise<Delivery> {
    const until = Date.now() + timeoutMs
    for (;;) {
      const found = this.deliveries.find(wanted)
      if (found) return found
      const left = until - Date.now()
      if (left <= 0) {
        throw new Error(
          `no such delivery within ${timeoutMs / 1000} s (${this.deliveries.length} others came)`,
        )
      }
      await this.#nextOrAfter(left)
    }
  }

  async close(): Promise<void> {
    const closed = once(this.#server, 'close')
    this.#server.close()
    this.#server.closeAllConnections()
    await closed
  }

  async #nextOrAfter(ms: number): Promise<void> {
    const timer = new AbortController()
    const next = new Promise<void>((resolve) => {
      this.#waiting.push(resolve)
    })
    await Promise.race([next, sleep(ms, undefined, { signal: timer.signal }).catch(() => {})])
    timer.abort()
  }

  async #receive(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await read(request)
    if (!body) {
      response.writeHead(413, { Connection: 'close' }).end()
      return
    }
    const { rawHeaders } = request
    const delivery: Delivery = {
      receivedAt: new Date(),
      method: request.method!,
      path: request.url!,
      body,
      rawHeaders: Array.from({ length: rawHeaders.length / 2 }, (_, i) => [
        rawHeaders[2 * i]!,
        rawHeaders[2 * i + 1]!,
      ]),
    }
    if (this.#options.keeps?.(delivery) ?? true) this.deliveries.push(delivery)
    this.#options.onDelivery?.(delivery)
    for (const wake of this.#waiting.splice(0)) wake()
    const { status, headers, body: answer, delayMs, reset, redirect } = this.#answers(delivery)
    if (delayMs !== undefined) await sleep(delayMs)
    if (reset) return void request.socket.resetAndDestroy()
    response.writeHead(status ?? (redirect === undefined ? 200 : 302), {
      ...headers,
      ...(redirect !== undefined && { Location: redirect }),
    })
    response.end(answer)
  }
}

/** Returns the value of a header; several values are joined as HTTP does. */
export function headerOf({ rawHeaders }: Delivery, name: string): string | undefined {
  const values = rawHeaders
    .filter(([sent]) => sent.toLowerCase() === name.toLowerCase())
    .map(([, value]) => value)
  return values.length === 0 ? undefined : values.join(', ')
}

async function read(request: IncomingMessage): Promise<Buffer | undefined> {
  const chunks: Buffer[] = []
  let bytes = 0
  for await (const chunk of request as AsyncIterable<Buffer>) {
    bytes += chunk.byteLength
    if (bytes > LARGEST_BODY) return undefined
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}
