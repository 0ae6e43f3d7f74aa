import type pg from 'pg'
import type { StoreAddress } from './address.ts'

/** Tables live in a schema of their own, beside other users of the database. */
export const SCHEMA = 'vskit'

/** A statement that takes longer is given up, and with it the connection: no request hangs. */
export const ANSWER_MS = 1500
const CONNECTIONS = 6
/**
 * A statement that waits longer for a lock, such as that of a restore, has changed nothing. A transaction
 * of a stopped process ends before that, and with it its locks.
 */
const REQUESTS = '-c lock_timeout=1200 -c idle_in_transaction_session_timeout=900'

/** The connections to one database. */
export class Connections {
  pool!: pg.Pool
  /** Rate counters: a crash of the server may forget the last ones, so they do not wait for the disk. */
  counters!: pg.Pool
  #driver: typeof pg
  #address: StoreAddress

  constructor(driver: typeof pg, address: StoreAddress) {
    this.#driver = driver
    this.#address = address
    this.#open()
  }

  /** Returns a connection of its own, without the limits of requests. */
  single(): pg.Client {
    return new this.#driver.Client(this.#settings(''))
  }

  /** A server that does not answer on one connection may not answer on those that are idle either. */
  renew(): void {
    void this.end().catch(() => undefined)
    this.#open()
  }

  async end(): Promise<void> {
    await Promise.all([this.pool.end(), this.counters.end()])
  }

  #open(): void {
    this.pool = this.#poolOf(CONNECTIONS, REQUESTS)
    this.counters = this.#poolOf(1, `${REQUESTS} -c synchronous_commit=off`)
  }

  #poolOf(max: number, settings: string): pg.Pool {
    const pool = new this.#driver.Pool({
      ...this.#settings(settings),
      max,
      idleTimeoutMillis: 0,
    })
    // A connection ended: its statement fails, and the next one opens another.
    pool.on('error', () => undefined)
    pool.on('connect', (client) => void client.on('error', () => undefined))
    return pool
  }

  #settings(more: string): pg.ClientConfig {
    return {
      connectionString: this.#address.url,
      connectionTimeoutMillis: ANSWER_MS,
      application_name: 'vskit',
      keepAlive: true,
      options: `-c search_path=${SCHEMA} -c plan_cache_mode=force_generic_plan -c jit=off ${more}`,
    }
  }
}
