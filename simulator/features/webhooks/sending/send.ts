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
  /** Receivers on this machine are called, and their certificates are not checked: nobody sits in between. */
  loopbackAllowed: boolean
  /** Epoch-free, real time: how long the receiver may take in all. */
  timeoutMs?: number
  /** Milliseconds on the clock that latency is measured by. @default the machine's */
  elapsed?: () => number
  /** Receivers that may be called besides, and whose certificates are not checked. */
  allowed?: AllowedReceivers
  /** Returns the forwarder of a URL; undefined if the address is called. */
  forwardOf?: (url: string) => ReturnType<Forwarders['forwardOf']>
}

export type Send = (url: string, body: string, headers: Record<string, string>) => Promise<Attempt>

/** Maximum number of response bytes that are read; the content is not used. */
const ANSWER_BYTES = 64 * 1024

export interface Sender {
  send: Send
  /** Ends what is on its way, without a result: each rejects with `Abandoned`. */
  abandon(): void
  close(): void
}

/**
 * Sends webhooks over HTTPS. Redirects are refused, and an address is checked after it was resolved, then pinned.
 * Requests in flight at the close never resolve.
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
    // Cut off by the close: that was no failure of the receiver's, and the store is closed to what would be said of it.
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
 * The addresses that are checked and then called, so that a name can't change between the two. All of them: the first
 * may be of a family that the receiver does not listen on.
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

/** Rejects when the time is up: a name server may take as long as it likes. */
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
        // The status is the whole answer. The rest is read only so that the connection can be used again.
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
