import type pg from 'pg'
import type { NoAnswer } from './losses.ts'

/**
 * A statement without a response shows a lost server or a busy one. Other statements go on until a probe decides,
 * because an outage of a busy server makes it busier: all connections and all caches begin anew.
 */
export class Doubts {
  #probe: () => Promise<unknown>
  #isProbing = false
  /** When each connection last responded. */
  #answeredAt = new WeakMap<pg.PoolClient, number>()
  /** Connections that have not responded since then may be cut off. */
  #since = -Infinity

  /** @param probe resolves if the server responds on another connection */
  constructor(probe: () => Promise<unknown>) {
    this.#probe = probe
  }

  answered(client: pg.PoolClient): void {
    this.#answeredAt.set(client, performance.now())
  }

  /** Returns a connection that is not in doubt. */
  async connect(pool: pg.Pool): Promise<pg.PoolClient> {
    for (;;) {
      const client = await pool.connect()
      // A new connection has just responded.
      if (!this.#answeredAt.has(client)) this.answered(client)
      if (this.#answeredAt.get(client)! >= this.#since) return client
      client.release(true)
    }
  }

  /** @param lost called if the probe fails too */
  begin({ since }: NoAnswer, lost: () => void): void {
    this.#since = since
    if (this.#isProbing) return
    this.#isProbing = true
    this.#probe()
      .catch(lost)
      .finally(() => (this.#isProbing = false))
  }
}
