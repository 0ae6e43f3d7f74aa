import type { Mode } from '../spec/generated/wire.ts'
import { isForeign, refusal } from './errors.ts'
import type { HttpClient } from './http-client.ts'

/** A delivery attempt for a forwarder. */
export interface Attempt {
  id: string
  headers: Record<string, string>
  body: string
}

/** Result of one forwarded delivery. */
export type Outcome = { status: number } | { error: 'connection_failed' | 'timeout' }

/** A subscription whose deliveries arrive over a connection. */
export interface OpenForwarder {
  subscription_id: string
  secret: string
  ended: Promise<void>
  close(): Promise<void>
}

/** A way to call a simulator: within this process, or over HTTP. */
export interface Connection {
  /** Base URL of the control API, `/control/v1` included. */
  readonly controlUrl: string
  /** Client for requests that always go over the network. */
  readonly http: HttpClient
  /** @param path below `/control/v1` */
  send(
    method: string,
    path: string,
    body?: object,
    headers?: Record<string, string>,
  ): Promise<{ status: number; body: unknown }>
  /**
   * Calls `listener` with each event from then on. Resolves when the stream has begun.
   * @param lost called if the simulator ends the stream
   * @returns a function that ends it
   */
  followEvents(listener: (line: EventLine) => void, lost: () => void): Promise<() => void>
  /** Receives the webhooks of an organization and mode until it is closed. */
  forward(
    organization: string,
    mode: Mode,
    events: readonly string[] | undefined,
    take: (attempt: Attempt) => Promise<Outcome>,
  ): Promise<OpenForwarder>
  /** Closes all connections. */
  close(): Promise<void>
}

/** A stored event, as the control API lists it. */
export interface EventLine {
  id: string
  type: string
  session_id: string | null
  organization: string
  mode: Mode
  headers: Record<string, string>
  body: string
  created_at: string
}

/** Returns the `data` of a response, or a body that is not JSON as text. @throws {SimulatorError} when it is an error response */
export async function dataOf<T>(
  connection: Connection,
  method: string,
  path: string,
  body?: object,
  headers?: Record<string, string>,
): Promise<T> {
  const answer = await connection.send(method, path, body, headers)
  const url = `${connection.controlUrl}${path}`
  if (answer.status >= 300 || isForeign(url, answer.status, answer.body, body))
    throw refusal(method, url, answer.status, answer.body, body)
  if (typeof answer.body === 'string') return answer.body as T
  return (answer.body as { data: T } | undefined)?.data as T
}
