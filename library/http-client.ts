import http, { type IncomingMessage } from 'node:http'
import https from 'node:https'
import type { Readable } from 'node:stream'
import { SimulatorError, closedError } from './errors.ts'

/** A request to a simulator. */
export interface HttpRequest {
  method: string
  headers?: Record<string, string>
  body?: string | Readable
}

/** Sends requests to one simulator. `fetch` of Node.js does not accept a certificate authority. */
export class HttpClient {
  /** PEM of the only certificate authority that is trusted; undefined for those that Node.js trusts. */
  readonly ca: string | undefined
  #closed = false
  readonly #agents: { 'http:': http.Agent; 'https:': https.Agent }

  constructor(ca: string | undefined) {
    this.ca = ca
    this.#agents = {
      'http:': new http.Agent({ keepAlive: true }),
      'https:': new https.Agent({ keepAlive: true, ...(ca !== undefined && { ca }) }),
    }
  }

  /** @throws {SimulatorError} after `close()` */
  checkOpen(): void {
    if (this.#closed) throw closedError()
  }

  /**
   * @returns the response; its body is unread
   * @throws {SimulatorError} when there is none, or after `close()`
   */
  async send(url: string, { method, headers = {}, body }: HttpRequest): Promise<IncomingMessage> {
    this.checkOpen()
    const secure = url.startsWith('https:')
    return new Promise((resolve, reject) => {
      const outgoing = (secure ? https : http).request(
        url,
        {
          method,
          agent: this.#agents[secure ? 'https:' : 'http:'],
          headers: {
            ...headers,
            ...(typeof body === 'string' && { 'content-length': String(Buffer.byteLength(body)) }),
          },
        },
        resolve,
      )
      outgoing.on('error', (cause) =>
        reject(
          this.#closed ? closedError() : new SimulatorError(unreachable(url, cause), { cause }),
        ),
      )
      // A 101 closes the connection without a response and without an error.
      outgoing.on('close', () =>
        reject(this.#closed ? closedError() : new SimulatorError(unreachable(url, NO_RESPONSE))),
      )
      if (body === undefined || typeof body === 'string') outgoing.end(body)
      else {
        body.on('error', (error) => {
          // The caller's file is at fault, not the simulator.
          reject(error)
          outgoing.destroy()
        })
        body.pipe(outgoing)
      }
    })
  }

  /** Closes all connections. */
  close(): void {
    this.#closed = true
    for (const agent of Object.values(this.#agents)) agent.destroy()
  }
}

/** Cause of a connection that was closed without a response and without an error. */
export const NO_RESPONSE = new Error('it closed the connection without a response')

/** Reads the body of a response. @throws {SimulatorError} when it ends early */
export async function bytesOf(response: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = []
  try {
    for await (const chunk of response) chunks.push(chunk as Buffer)
  } catch (cause) {
    throw endedEarly(cause as Error)
  }
  return Buffer.concat(chunks)
}

/** Returns the error for a response whose body is incomplete. */
export function endedEarly(cause: Error): SimulatorError {
  return new SimulatorError(`The response of the simulator ended early: ${cause.message}.`, {
    cause,
  })
}

/** Parses JSON; returns other text unchanged. */
export function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

/** Codes of a connection that ended because the certificate of the server is not trusted. */
const UNTRUSTED = /CERT|SELF_SIGNED|SIGNATURE/

/** Whether a simulator could not be reached because its certificate is not trusted. */
export function isUntrusted(error: unknown): boolean {
  const { cause } = error as { cause?: NodeJS.ErrnoException }
  return error instanceof SimulatorError && UNTRUSTED.test(cause?.code ?? '')
}

/** Whether the simulator at the port serves HTTPS instead of HTTP, or the reverse. */
export function isOtherScheme(error: unknown): boolean {
  if (!(error instanceof SimulatorError)) return false
  const { cause, code, message } = error
  return (
    (cause as NodeJS.ErrnoException | undefined)?.code === 'EPROTO' ||
    (code === 'malformed_request' && message.includes('This port speaks HTTPS'))
  )
}

/** Returns a message that says why a simulator can't be reached and what to do next. */
export function unreachable(url: string, { message, code = '' }: NodeJS.ErrnoException): string {
  const { origin, protocol, host } = new URL(url)
  if (protocol === 'https:' && UNTRUSTED.test(code))
    return `The certificate of ${origin} is not trusted: ${message}. Name the file of the simulator's certificate authority with --ca-file or in VSKIT_CA_FILE; 'vskit simulator --https --ca-file FILE' writes it.`
  if (code === 'EPROTO')
    return `${origin} does not speak TLS. For a simulator without --https, use http://${host}.`
  if (code === 'ECONNRESET')
    return `The connection to ${origin} was lost before a response: ${message}.`
  return `No simulator answers at ${url}: ${message || code}. Start one with 'vskit simulator', or name its control API with --control or in VSKIT_CONTROL_URL.`
}
