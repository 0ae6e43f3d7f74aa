import type { LookupAddress } from 'node:dns'
import { lookup } from 'node:dns/promises'
import { Agent, type RequestOptions } from 'node:https'
import { isIP } from 'node:net'
import { urlToHttpOptions } from 'node:url'
import { LRUCache } from 'lru-cache'
import { type AllowedReceivers, isAllowed, isLoopback, mayCall } from './addresses.ts'

/** Target of an attempt: checked addresses, and the connections to them. */
export interface Target {
  options: RequestOptions
  /** The headers that depend on the URL, as names and values in turn. */
  headers: readonly string[]
  addresses: LookupAddress[]
  agent: Agent
}

interface Receiver {
  /** The name or address in the URL. */
  hostname: string
  options: RequestOptions
  headers: readonly string[]
  /** Set if the URL names an address, which needs no look-up; null if that address is blocked. */
  target?: Target | null
}

/**
 * Pools connections by host and port, because all other options are equal for every request. Node's
 * default pool key joins 20 more options, which takes 10% of the CPU time of a delivery.
 */
class Connections extends Agent {
  override getName({ host, port }: RequestOptions = {}): string {
    return `${host}:${port}`
  }
}

/**
 * An idle connection is closed after this time, or one second before the time that the receiver
 * announced: an attempt on a connection that the receiver is just closing would fail. Without this
 * limit, Node ignores the announced time.
 */
const IDLE_MS = 4000
const KEPT_OPEN = { keepAlive: true, maxSockets: 16, timeout: IDLE_MS }

/** Number of receivers whose parsed URLs are kept. */
const KEPT = 100

/** Finds and checks the addresses of receivers, and keeps connections to them. */
export class Receivers {
  #loopbackAllowed: boolean
  #allowed: AllowedReceivers
  #known = new LRUCache<string, Receiver>({ max: KEPT })
  #public = new Connections(KEPT_OPEN)
  #unchecked = new Connections({ ...KEPT_OPEN, rejectUnauthorized: false })

  /** @param loopbackAllowed whether receivers on this machine may be called */
  constructor(loopbackAllowed: boolean, allowed: AllowedReceivers) {
    this.#loopbackAllowed = loopbackAllowed
    this.#allowed = allowed
  }

  /**
   * Returns the addresses of a URL; null if one of them is blocked. A name is resolved for each
   * attempt, to all of its addresses, because the receiver may not listen on the family of the
   * first.
   * @throws {Error} with the code of the failed look-up, or for a text that is no URL
   */
  async find(url: string): Promise<Target | null> {
    const receiver = this.#receiver(url)
    if (receiver.target !== undefined) return receiver.target
    return this.#check(receiver, await resolve(receiver.hostname))
  }

  hangUp(): void {
    this.#public.destroy()
    this.#unchecked.destroy()
  }

  #receiver(url: string): Receiver {
    const known = this.#known.get(url)
    if (known) return known
    const parsed = new URL(url)
    const { protocol, hostname, port, path, auth } = urlToHttpOptions(parsed)
    const receiver: Receiver = {
      hostname: hostname!,
      options: { method: 'POST', protocol, hostname, port, path },
      headers: [
        'Host',
        parsed.host,
        ...(auth ? ['Authorization', `Basic ${Buffer.from(auth).toString('base64')}`] : []),
      ],
    }
    const family = isIP(receiver.hostname)
    if (family) receiver.target = this.#check(receiver, [{ address: receiver.hostname, family }])
    this.#known.set(url, receiver)
    return receiver
  }

  #check({ hostname, options, headers }: Receiver, addresses: LookupAddress[]): Target | null {
    const known = addresses.every(({ address }) => isAllowed(address, hostname, this.#allowed))
    if (!known && !addresses.every(({ address }) => mayCall(address, this.#loopbackAllowed)))
      return null
    const unchecked = known || addresses.every(({ address }) => isLoopback(address))
    return { options, headers, addresses, agent: unchecked ? this.#unchecked : this.#public }
  }
}

async function resolve(host: string): Promise<LookupAddress[]> {
  try {
    return await lookup(host, { all: true })
  } catch {
    throw Object.assign(new Error('name not resolved'), { code: 'ENOTFOUND' })
  }
}
