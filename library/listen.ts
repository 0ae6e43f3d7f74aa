import http from 'node:http'
import https from 'node:https'
import type { Attempt, Connection, Outcome } from './connection.ts'
import type { ForwardedWebhook, ListenOptions, Listener, Webhook } from './types/webhooks.ts'
import type { Mode } from '../spec/generated/wire.ts'
import { shown } from './options.ts'
import { verifyWebhook } from './verify-webhook.ts'

/** Ends before the 15-second timeout of the sender, so that the reason is known here. */
const APPLICATION_TIMEOUT_MS = 14_000

/** Subscribes, and forwards each delivery until it is closed. */
export async function listen(
  connection: Connection,
  organization: string,
  options: ListenOptions,
): Promise<Listener> {
  const { mode = 'test', events, routes = {}, forwardTo, handler } = options
  if (forwardTo === undefined && handler === undefined && Object.keys(routes).length === 0)
    throw new TypeError('listen: set forwardTo, routes or handler to receive webhooks.')
  if (events?.length === 0)
    throw new TypeError(
      'listen: events is empty. Name event types, or leave it out to receive all.',
    )
  for (const url of [forwardTo, ...Object.values(routes)]) if (url !== undefined) assertUrl(url)
  let secret = ''
  const take = async (attempt: Attempt): Promise<Outcome> => {
    // The first delivery can arrive before the response with the secret.
    secret ||= await ready
    const webhook = received(attempt, organization, mode, secret)
    const url = routes[webhook.type as keyof typeof routes] ?? (handler ? undefined : forwardTo)
    const began = performance.now()
    const notify = (result?: ForwardedWebhook['result']): void => {
      try {
        options.onDelivery?.({ webhook, url, ...(result && { result }) })
      } catch (error) {
        // An observer that fails must not lose the delivery.
        console.error(error)
      }
    }
    notify()
    const outcome = await (url === undefined ? handle(webhook, handler) : post(url, attempt))
    notify({ ...outcome, milliseconds: Math.round(performance.now() - began) })
    return 'error' in outcome ? { error: outcome.error } : outcome
  }
  const { promise: ready, resolve } = Promise.withResolvers<string>()
  const forwarder = await connection.forward(organization, mode, events, take)
  resolve(forwarder.secret)
  return {
    subscriptionId: forwarder.subscription_id,
    secret: forwarder.secret,
    ended: forwarder.ended,
    close: forwarder.close,
    [Symbol.asyncDispose]: forwarder.close,
  }
}

type Sent = { status: number } | { error: 'connection_failed' | 'timeout'; reason: string }

async function handle(webhook: Webhook, handler: ListenOptions['handler']): Promise<Sent> {
  try {
    const status: unknown = (await handler?.(webhook)) ?? 200
    if (!isStatus(status))
      throw new TypeError(
        `listen: handler: expected to return a status from 200 to 599 or nothing, got ${shown(status)}.`,
      )
    return { status }
  } catch (error) {
    // Like a web framework, treats an exception in the handler as a 500 response.
    console.error(error)
    return { status: 500 }
  }
}

const isStatus = (value: unknown): value is number =>
  Number.isInteger(value) && (value as number) >= 200 && (value as number) <= 599

/** Sends the same bytes and headers. Only the status of the response counts. */
function post(url: string, { headers, body }: Attempt): Promise<Sent> {
  return new Promise((resolve) => {
    const { request } = url.startsWith('https:') ? https : http
    const outgoing = request(
      url,
      {
        method: 'POST',
        headers: { ...headers, 'Content-Length': Buffer.byteLength(body) },
        signal: AbortSignal.timeout(APPLICATION_TIMEOUT_MS),
        // Applications under development often use a self-signed certificate.
        ...(url.startsWith('https:') && { rejectUnauthorized: false }),
      },
      (response) => {
        response.resume()
        response.on('error', () => undefined)
        resolve({ status: response.statusCode! })
      },
    )
    outgoing.on('error', (error: NodeJS.ErrnoException) =>
      resolve({
        error:
          error.name === 'AbortError' || error.name === 'TimeoutError'
            ? 'timeout'
            : 'connection_failed',
        reason: reasonOf(url, error),
      }),
    )
    // A 101 closes the connection without a response and without an error.
    outgoing.on('close', () =>
      resolve({
        error: 'connection_failed',
        reason: `${url} closed the connection without a response`,
      }),
    )
    outgoing.end(body)
  })
}

/** Returns why an application gave no response, and the remedy of a wrong scheme. */
function reasonOf(url: string, { code, message }: NodeJS.ErrnoException): string {
  if (code === 'ECONNREFUSED') return `nothing is listening at ${url}`
  if (code === 'ENOTFOUND') return `the host name of ${url} is unknown`
  if (code === 'EPROTO')
    return `${url} does not speak TLS. If the application serves plain HTTP, write http:// in the URL`
  // A TLS server closes the connection, or answers with a TLS alert.
  if (url.startsWith('http:') && (code === 'ECONNRESET' || code?.startsWith('HPE_')))
    return `${url} closed the connection without a response. If the application serves HTTPS, write https:// in the URL`
  return message
}

/** @throws {InvalidWebhookError} when the signature of the simulator is wrong */
function received(
  { headers: raw, body }: Attempt,
  organization: string,
  mode: Mode,
  secret: string,
): Webhook {
  const headers = Object.fromEntries(
    Object.entries(raw).map(([name, value]) => [name.toLowerCase(), value]),
  )
  const event = verifyWebhook(body, headers, secret)
  const { type = '', sessionId = null } = event as { type?: string; sessionId?: string }
  return {
    id: headers['x-webhook-id'] ?? '',
    type: headers['x-webhook-origin'] === 'test_ping' ? 'webhook.test_ping' : type,
    sessionId,
    organization,
    mode,
    body,
    headers,
    event,
    secret,
  }
}

function assertUrl(text: string): void {
  const url = URL.parse(text)
  if (!url || !['http:', 'https:'].includes(url.protocol))
    throw new TypeError(`Expected a URL such as http://localhost:3000/webhooks, got '${text}'.`)
}
