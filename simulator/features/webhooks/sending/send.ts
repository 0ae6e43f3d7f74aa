import type { LookupAddress } from 'node:dns'
import { lookup } from 'node:dns/promises'
import { Agent, request } from 'node:https'
import { isIP } from 'node:net'
import { Abandoned } from '../../../time/scheduler.ts'
import type { Forwarders } from '../forwarders.ts'
import {
  type AllowedReceivers,
  allowedReceivers,
  isAllowed,
  isLoopback,
  mayCall,
} from './addresses.ts'

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
  /** Real time: the maximum duration of a delivery. */
  timeoutMs?: number
  /** Milliseconds of the clock that measures latency. @default the machine's */
  elapsed?: () => number
  /** Further receivers that may be called, without a check of their certificates. */
  allowed?: AllowedReceivers
  /** Returns the forwarder of a URL; undefined if the address is called. */
  forwardOf?: (url: string) => ReturnType<Forwarders['forwardOf']>
}

export type Send = (url: string, body: string, headers: Record<string, string>) => Promise<Attempt>

/** Maximum number of response bytes that are read; the content is not used. */
const ANSWER_BYTES = 64 * 1024

export interface Sender {
  send: Send
  /** Aborts the requests in flight without a result: each rejects with `Abandoned`. */
  abandon(): void
  close(): void
}

/**
 * Sends webhooks over HTTPS. Rejects redirects. Checks an address after it was resolved, then pins it. Requests in
 * flight at the close never resolve.
 */
export function newSender({
  loopbackAllowed,
  timeoutMs = 15_000,
  elapsed = () => performance.now(),
  forwardOf = () => undefined,
  allowed = allowedReceivers([]),
}: SendOptions): Sender {
  const agents = {
    public: new Agent({ keepAlive: true, maxSockets: 16 }),
    loopback: new Agent({ keepAlive: true, maxSockets: 16, rejectUnauthorized: false }),
  }
  let closed = false
  const underWay = new Set<() => void>()
  const send: Send = async (url, body, headers) => {
    const { promise: givenUp, reject } = Promise.withResolvers<never>()
    const abandon = (): void => reject(new Abandoned(`the attempt at ${url} was aborted`))
    underWay.add(abandon)
    const attempt = await Promise.race([tried(url, body, headers), givenUp]).finally(() =>
      underWay.delete(abandon),
    )
    // Aborted by the close: not a failure of the receiver, and the store is already closed.
    return closed ? new Promise<never>(() => undefined) : attempt
  }
  const tried: Send = async (url, body, headers) => {
    const started = elapsed()
    const done = (httpCode: number | null, errorCode: DeliveryError | null): Attempt => ({
      ok: errorCode === null,
      httpCode,
      errorCode,
      latencyMs: Math.max(0, Math.round(elapsed() - started)),
    })
    try {
      const deadline = AbortSignal.timeout(timeoutMs)
      const forward = forwardOf(url)
      if (forward) {
        const outcome = await Promise.race([forward(headers, body), expired(deadline)])
        return 'error' in outcome
          ? done(null, outcome.error)
          : done(outcome.status, judge(outcome.status))
      }
      const { hostname } = new URL(url)
      const addresses = await Promise.race([resolve(hostname), expired(deadline)])
      const known = addresses.every(({ address }) => isAllowed(address, hostname, allowed))
      if (!known && !addresses.every(({ address }) => mayCall(address, loopbackAllowed)))
        return done(null, 'blocked_address')
      const agent =
        known || addresses.every(({ address }) => isLoopback(address))
          ? agents.loopback
          : agents.public
      const status = await post(url, addresses, agent, body, headers, deadline)
      return done(status, judge(status))
    } catch (error) {
      return done(null, classify(error as NodeJS.ErrnoException))
    }
  }
  const hangUp = (): void => {
    agents.public.destroy()
    agents.loopback.destroy()
  }
  return {
    send,
    abandon: () => {
      for (const abandon of underWay) abandon()
      hangUp()
    },
    close: () => {
      closed = true
      hangUp()
    },
  }
}

/**
 * Returns the addresses that are checked and then called, so that a name cannot change in between. All of them: the
 * receiver may not listen on the family of the first.
 */
async function resolve(hostname: string): Promise<LookupAddress[]> {
  const plain = hostname.replace(/^\[|\]$/g, '')
  if (isIP(plain)) return [{ address: plain, family: isIP(plain) }]
  try {
    return await lookup(plain, { all: true })
  } catch {
    throw Object.assign(new Error('name not resolved'), { code: 'ENOTFOUND' })
  }
}

/** Rejects after the timeout: a name server may respond late or never. */
function expired(deadline: AbortSignal): Promise<never> {
  return new Promise((_resolve, reject) => {
    deadline.addEventListener('abort', () => reject(deadline.reason as Error), { once: true })
  })
}

function post(
  url: string,
  addresses: LookupAddress[],
  agent: Agent,
  body: string,
  headers: Record<string, string>,
  deadline: AbortSignal,
): Promise<number> {
  return new Promise((resolve, reject) => {
    const outgoing = request(
      url,
      {
        method: 'POST',
        agent,
        headers: { ...headers, 'Content-Length': Buffer.byteLength(body) },
        signal: deadline,
        lookup: (_host, options, done) => {
          if (options.all) done(null, addresses)
          else done(null, addresses[0]!.address, addresses[0]!.family)
        },
      },
      (response) => {
        // Only the status counts. The rest is read so that the connection can be reused.
        resolve(response.statusCode!)
        let read = 0
        response.on('data', (chunk: Buffer) => {
          read += chunk.length
          if (read > ANSWER_BYTES) response.destroy()
        })
        response.on('error', () => undefined)
      },
    )
    outgoing.on('error', reject)
    outgoing.end(body)
  })
}

function judge(status: number): DeliveryError | null {
  if (status >= 200 && status < 300) return null
  if (status >= 300 && status < 400) return 'redirect_refused'
  return status < 500 ? 'http_4xx' : 'http_5xx'
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
