import { lookup } from 'node:dns/promises'
import { Agent, request } from 'node:https'
import { isIP } from 'node:net'
import { isLoopback, mayCall } from './addresses.ts'

/** Why an attempt failed, from a closed list (DLV): never the receiver's own words. */
export type DeliveryError = 'timeout' | 'dns_failure' | 'tls_failure' | 'connection_failed' | 'redirect_refused' |
  'blocked_address' | 'http_4xx' | 'http_5xx'

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
}

export type Send = (url: string, body: string, headers: Record<string, string>) => Promise<Attempt>

/** What is read of an answer before the connection is dropped; its content is of no use. */
const ANSWER_BYTES = 64 * 1024

/** Sends webhooks over HTTPS. Redirects are refused, and an address is checked after it was resolved, then pinned. */
export function newSender({ loopbackAllowed, timeoutMs = 15_000 }: SendOptions): { send: Send, close: () => void } {
  const agents = {
    public: new Agent({ keepAlive: true, maxSockets: 16 }),
    loopback: new Agent({ keepAlive: true, maxSockets: 16, rejectUnauthorized: false }),
  }
  const send: Send = async (url, body, headers) => {
    const started = performance.now()
    const done = (httpCode: number | null, errorCode: DeliveryError | null): Attempt => ({
      ok: errorCode === null, httpCode, errorCode, latencyMs: Math.round(performance.now() - started),
    })
    try {
      const address = await resolve(new URL(url).hostname)
      if (!mayCall(address, loopbackAllowed)) return done(null, 'blocked_address')
      const agent = isLoopback(address) ? agents.loopback : agents.public
      const status = await post(url, address, agent, body, headers, timeoutMs)
      return done(status, judge(status))
    } catch (error) {
      return done(null, classify(error as NodeJS.ErrnoException))
    }
  }
  return { send, close: () => { agents.public.destroy(); agents.loopback.destroy() } }
}

/** The one address that is checked and then called, so that a name can't change between the two. */
async function resolve(hostname: string): Promise<string> {
  const plain = hostname.replace(/^\[|\]$/g, '')
  if (isIP(plain)) return plain
  try {
    return (await lookup(plain)).address
  } catch {
    throw Object.assign(new Error('name not resolved'), { code: 'ENOTFOUND' })
  }
}

function post(url: string, address: string, agent: Agent, body: string, headers: Record<string, string>,
  timeoutMs: number): Promise<number> {
  return new Promise((resolve, reject) => {
    const family = isIP(address)
    const outgoing = request(url, {
      method: 'POST',
      agent,
      headers: { ...headers, 'Content-Length': Buffer.byteLength(body) },
      signal: AbortSignal.timeout(timeoutMs),
      lookup: (_host, options, done) => {
        if (options.all) done(null, [{ address, family }])
        else done(null, address, family)
      },
    }, (response) => {
      let read = 0
      response.on('data', (chunk: Buffer) => {
        read += chunk.length
        if (read > ANSWER_BYTES) response.destroy()
      })
      response.on('close', () => resolve(response.statusCode!))
      response.on('error', () => resolve(response.statusCode!))
    })
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
  if (error.name === 'AbortError' || error.name === 'TimeoutError' || code === 'ETIMEDOUT' || code === 'ABORT_ERR') return 'timeout'
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN') return 'dns_failure'
  if (/^(ERR_TLS|ERR_SSL|CERT_|DEPTH_ZERO|SELF_SIGNED|UNABLE_TO|HOSTNAME_MISMATCH|EPROTO)/.test(code)) return 'tls_failure'
  return 'connection_failed'
}
