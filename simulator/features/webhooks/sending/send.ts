import type { ClientRequest } from 'node:http'
import { request } from 'node:https'
import { Abandoned } from '../../../time/scheduler.ts'
import type { Forwarders } from '../forwarders.ts'
import { type AllowedReceivers, allowedReceivers } from './addresses.ts'
import { Receivers, type Target } from './receivers.ts'
import { ATTEMPT_MS } from './retry.ts'

/** Why an attempt failed, from a closed list (DLV): never the receiver's own words. */
export type DeliveryError =
  | 'timeout'
  | 'dns_failure'
  | 'tls_failure'
  | 'connection_failed'
  | 'redirect_refused'
  | 'blocked_address'
  | 'http_4xx'
  | 'http_5xx'

export interface Attempt {
  ok: boolean
  httpCode: number | null
  errorCode: DeliveryError | null
  latencyMs: number
}

export interface SendOptions {
  /** Allows receivers on this machine and skips the check of their certificates: nobody can intercept loopback. */
  loopbackAllowed: boolean
  /** Real time: the maximum duration of a delivery. @default ATTEMPT_MS */
  timeoutMs?: number
  /** Milliseconds of the clock that measures latency. @default the machine's */
  elapsed?: () => number
  /** Further receivers that may be called, without a check of their certificates. */
  allowed?: AllowedReceivers
  /** Returns the forwarder of a URL; undefined if the address is called. */
  forwardOf?: (url: string) => ReturnType<Forwarders['forwardOf']>
}

/** Maximum number of response bytes that are read; the content is not used. */
const ANSWER_BYTES = 64 * 1024

export type Send = (url: string, body: string, headers: Record<string, string>) => Promise<Attempt>

export interface Sender {
  send: Send
  /** Aborts the requests in flight without a result: each rejects with `Abandoned`. */
  abandon(): void
  close(): void
}

/** Called once with the status of the response, or with the reason why there is none. */
type Done = (httpCode: number | null, errorCode: DeliveryError | null) => void

/**
 * Sends webhooks over HTTPS. Rejects redirects. Checks an address after it was resolved, then pins it. Requests in
 * flight at the close never resolve.
 */
export function newSender({
  loopbackAllowed,
  timeoutMs = ATTEMPT_MS,
  elapsed = () => performance.now(),
  forwardOf = () => undefined,
  allowed = allowedReceivers([]),
}: SendOptions): Sender {
  const receivers = new Receivers(loopbackAllowed, allowed)
  let closed = false
  const underWay = new Set<() => void>()
  const send: Send = (url, body, headers) => {
    const { promise, resolve, reject } = Promise.withResolvers<Attempt>()
    const started = elapsed()
    const abandon = (): void => {
      underWay.delete(abandon)
      reject(new Abandoned(`the attempt at ${url} was aborted`))
    }
    underWay.add(abandon)
    const done: Done = (httpCode, errorCode) => {
      // Ended before: by the timeout, or abandoned.
      if (!underWay.delete(abandon)) return
      // Aborted by the close: not a failure of the receiver, and the store is already closed.
      if (closed) return
      const latencyMs = Math.max(0, Math.round(elapsed() - started))
      resolve({ ok: errorCode === null, httpCode, errorCode, latencyMs })
    }
    let outgoing: ClientRequest | undefined
    const timer = setTimeout(() => {
      done(null, 'timeout')
      outgoing?.destroy()
    }, timeoutMs).unref()
    const attempt = async (): Promise<void> => {
      const forward = forwardOf(url)
      if (forward) {
        const outcome = await forward(headers, body)
        if ('error' in outcome) done(null, outcome.error)
        else done(outcome.status, judge(outcome.status))
        return
      }
      const target = await receivers.find(url)
      if (!target) done(null, 'blocked_address')
      else if (underWay.has(abandon) && !closed) outgoing = post(target, body, headers, done)
    }
    void (async () => {
      try {
        await attempt()
      } catch (error) {
        done(null, classify(error as NodeJS.ErrnoException))
      }
      if (!outgoing) return clearTimeout(timer)
      // The timeout also ends a response that does not end.
      outgoing.once('close', () => {
        clearTimeout(timer)
        // A 101 closes the connection without a response and without an error.
        done(null, 'connection_failed')
      })
    })()
    return promise
  }
  return {
    send,
    abandon: () => {
      for (const abandon of underWay) abandon()
      receivers.hangUp()
    },
    close: () => {
      closed = true
      receivers.hangUp()
    },
  }
}

function post(
  { options, headers: fixed, addresses, agent }: Target,
  body: string,
  headers: Record<string, string>,
  done: Done,
): ClientRequest {
  // A list of names and values: Node checks and stores the entries of an object one by one.
  const list = [...fixed, 'Content-Length', String(Buffer.byteLength(body))]
  for (const name in headers) list.push(name, headers[name]!)
  const outgoing = request({
    ...options,
    agent,
    headers: list,
    lookup: (_host, { all }, found) => {
      if (all) found(null, addresses)
      else found(null, addresses[0]!.address, addresses[0]!.family)
    },
  })
  outgoing.once('response', (response) => {
    // Only the status counts. The rest is read so that the connection can be reused.
    done(response.statusCode!, judge(response.statusCode!))
    let read = 0
    response.on('data', (chunk: Buffer) => {
      read += chunk.length
      if (read > ANSWER_BYTES) response.destroy()
    })
    response.on('error', () => undefined)
  })
  outgoing.on('error', (error) => done(null, classify(error)))
  outgoing.end(body)
  return outgoing
}

function judge(status: number): DeliveryError | null {
  if (status >= 200 && status < 300) return null
  if (status >= 300 && status < 400) return 'redirect_refused'
  // Invalid statuses, such as 99 and 600, count as server errors (RFC 9110, section 15).
  return status >= 400 && status < 500 ? 'http_4xx' : 'http_5xx'
}

function classify(error: NodeJS.ErrnoException): DeliveryError {
  const code = error.code ?? ''
  if (
    error.name === 'AbortError' ||
    error.name === 'TimeoutError' ||
    code === 'ETIMEDOUT' ||
    code === 'ABORT_ERR'
  )
    return 'timeout'
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN') return 'dns_failure'
  if (
    /^(ERR_TLS|ERR_SSL|CERT_|DEPTH_ZERO|SELF_SIGNED|UNABLE_TO|HOSTNAME_MISMATCH|EPROTO)/.test(code)
  )
    return 'tls_failure'
  return 'connection_failed'
}
