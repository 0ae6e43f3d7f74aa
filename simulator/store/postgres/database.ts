import type pg from 'pg'
import type { StoreAddress } from './address.ts'
import { loadDriver } from './driver.ts'
import { Listener } from './listener.ts'
import { isLoss, refusalOf } from './losses.ts'
import { OutcomeUnknown, StoreUnavailable } from '../unavailable.ts'

/** Tables live in a schema of their own, beside other users of the database. */
export const SCHEMA = 'vskit'

/** A statement that takes longer is given up, and with it the connection: no request hangs. */
const ANSWER_MS = 1500
/** Pause between two tries to reach a lost server. */
const RETRY_MS = 100
const CONNECTIONS = 6
/**
 * A statement that waits longer for a lock, such as that of a restore, has changed nothing. A transaction
 * of a stopped process ends after a while, and with it its locks.
 */
const REQUESTS = ' -c lock_timeout=700 -c idle_in_transaction_session_timeout=3000'
const PATIENT = [
  "SET LOCAL lock_timeout = '10s'",
  "SET LOCAL idle_in_transaction_session_timeout = '60s'",
]
const COUNTERS = ' -c synchronous_commit=off'
const ROLLBACK = { text: 'ROLLBACK', query_timeout: ANSWER_MS } as pg.QueryConfig

export interface Statement {
  /** Prepared under this name, once per connection. */
  name: string
  text: string
}

/** Runs a statement in an open transaction. */
export type Ask = <Row extends unknown[]>(text: string, values?: unknown[]) => Promise<Row[]>

export interface DatabaseOptions {
  report: (error: unknown) => void
  /** Called when the server is reached again after it was lost. */
  recovered?: () => void
}

/**
 * Connections to one PostgreSQL database. Once a statement fails for want of a connection or of an
 * answer, all others fail at once until a probe has succeeded: waiting would add up.
 */
export class Database {
  readonly address: StoreAddress
  #driver: typeof pg
  #pool: pg.Pool
  /** Rate counters: a crash of the server may forget the last ones, so they do not wait for the disk. */
  #counters: pg.Pool
  #report: (error: unknown) => void
  #recovered: (() => void)[] = []
  #lost: StoreUnavailable | undefined
  #probe: NodeJS.Timeout | undefined
  #listener: Listener | undefined
  /** Connections of transactions without a time limit. */
  #patient = new Set<pg.PoolClient>()
  #closed = false

  private constructor(driver: typeof pg, address: StoreAddress, options: DatabaseOptions) {
    this.#driver = driver
    this.address = address
    this.#report = options.report
    this.#pool = this.#newPool(CONNECTIONS, '')
    this.#counters = this.#newPool(1, COUNTERS)
  }

  /** @throws {Error} without credentials, if the server cannot be reached */
  static async open(address: StoreAddress, options: DatabaseOptions): Promise<Database> {
    const database = new Database(await loadDriver(), address, options)
    try {
      await database.#connected((client) => client.query('SELECT 1'))
    } catch (error) {
      await database.close()
      throw new Error(
        `${address.shown} can't be reached: ${(error as Error).message}. Check host, port, user and password, and that the server runs.`,
        { cause: error },
      )
    }
    return database
  }

  /** Whether statements fail at once. */
  get lost(): boolean {
    return this.#lost !== undefined
  }

  /** Calls `then` each time that the server is reached again. */
  onRecovery(then: () => void): void {
    this.#recovered.push(then)
  }

  /** Runs a statement that changes nothing. @throws {StoreUnavailable} */
  async read<Row extends unknown[]>(statement: Statement, values: unknown[] = []): Promise<Row[]> {
    return (await this.#run<Row>(this.#pool, statement, values)).rows
  }

  /** Counts requests. @throws {StoreUnavailable}: a place may be taken that nobody uses */
  async count<Row extends unknown[]>(statement: Statement, values: unknown[]): Promise<Row[]> {
    return (await this.#run<Row>(this.#counters, statement, values)).rows
  }

  /**
   * Runs a statement that writes, in a transaction of its own.
   * @throws {StoreUnavailable} if it was not sent, {OutcomeUnknown} if it may be stored
   */
  async write<Row extends unknown[]>(statement: Statement, values: unknown[] = []): Promise<Row[]> {
    return (await this.#run<Row>(this.#pool, statement, values, true)).rows
  }

  /**
   * Runs several statements in one transaction.
   * @param patient for statements that may take longer than a request may wait
   * @param frozen all statements see the state of the first one
   */
  async transaction<T>(
    task: (ask: Ask) => Promise<T>,
    { patient = false, frozen = false }: { patient?: boolean; frozen?: boolean } = {},
  ): Promise<T> {
    const client = await this.#client(this.#pool)
    let ending = false
    /** The task may fail by itself, too. */
    let refused: unknown
    if (patient) this.#patient.add(client)
    try {
      const ask: Ask = async (text, values) => {
        const limit = patient ? {} : { query_timeout: ANSWER_MS }
        const config = { text, ...(values && { values }), rowMode: 'array', ...limit }
        const asked = client.query(config as pg.QueryArrayConfig)
        return (
          await asked.catch((error: unknown) => {
            throw (refused = error)
          })
        ).rows as never
      }
      await ask(frozen ? 'BEGIN ISOLATION LEVEL REPEATABLE READ' : 'BEGIN')
      if (patient) for (const setting of PATIENT) await ask(setting)
      const result = await task(ask)
      ending = true
      await ask('COMMIT')
      client.release()
      return result
    } catch (error) {
      if (error !== refused || !isLoss(error)) {
        await client.query(ROLLBACK).then(
          () => client.release(),
          (failed: Error) => client.release(failed),
        )
        throw refusalOf(error)
      }
      client.release(error as Error)
      throw this.#lose(error, ending)
    } finally {
      this.#patient.delete(client)
    }
  }

  /** Runs a task on a connection of its own, without a time limit: migrations, snapshots. */
  async alone<T>(task: (client: pg.Client) => Promise<T>): Promise<T> {
    return this.#connected(task)
  }

  /**
   * Listens on a channel, on a connection of its own, and again after a loss. Notifications only
   * speed things up: one may be missed.
   */
  listen(channel: string, told: (payload: string) => void): void {
    const connection = (): pg.Client => new this.#driver.Client(this.#settings())
    this.#listener = new Listener(connection, channel, told)
    void this.#listener.listen()
  }

  async close(): Promise<void> {
    if (this.#closed) return
    this.#closed = true
    clearTimeout(this.#probe)
    this.#listener?.close()
    await Promise.all([this.#pool.end(), this.#counters.end()])
  }

  #newPool(max: number, settings: string): pg.Pool {
    const made = new this.#driver.Pool({
      ...this.#settings(REQUESTS + settings),
      max,
      idleTimeoutMillis: 0,
    })
    // A connection ended: its statement fails, and the next one opens another.
    made.on('error', () => undefined)
    made.on('connect', (client) => void client.on('error', () => undefined))
    return made
  }

  #settings(more = ''): pg.ClientConfig {
    return {
      connectionString: this.address.url,
      connectionTimeoutMillis: ANSWER_MS,
      application_name: 'vskit',
      keepAlive: true,
      options: `-c search_path=${SCHEMA} -c plan_cache_mode=force_generic_plan -c jit=off${more}`,
    }
  }

  async #run<Row extends unknown[]>(
    pool: pg.Pool,
    { name, text }: Statement,
    values: unknown[],
    writes = false,
  ): Promise<pg.QueryArrayResult<Row>> {
    const began = performance.now()
    const client = await this.#client(pool)
    try {
      // Waiting for a connection counts: a request must not wait for both.
      const query_timeout = Math.max(1, Math.ceil(began + ANSWER_MS - performance.now()))
      const config = { name, text, values, rowMode: 'array', query_timeout }
      const result = await client.query<Row>(config as pg.QueryArrayConfig)
      client.release()
      return result
    } catch (error) {
      if (!isLoss(error)) {
        client.release()
        throw refusalOf(error)
      }
      client.release(error as Error)
      throw this.#lose(error, writes)
    }
  }

  async #client(pool: pg.Pool): Promise<pg.PoolClient> {
    this.#refuseWhileLost()
    let client: pg.PoolClient
    try {
      client = await pool.connect()
    } catch (error) {
      throw this.#lose(error, false)
    }
    if (!this.#lost) return client
    client.release()
    throw this.#lost
  }

  async #connected<T>(task: (client: pg.Client) => Promise<T>): Promise<T> {
    const client = new this.#driver.Client(this.#settings())
    client.on('error', () => undefined)
    try {
      await client.connect()
      return await task(client)
    } finally {
      await client.end().catch(() => undefined)
    }
  }

  #refuseWhileLost(): void {
    if (this.#lost) throw this.#lost
  }

  /** Notes that the server is lost, and looks for it until it is found. */
  #lose(error: unknown, unknown: boolean): Error {
    const { message } = error as Error
    if (!this.#lost && !this.#closed) {
      this.#lost = new StoreUnavailable(message)
      this.#report(this.#lost)
      this.#renewPools()
      this.#look(0)
    }
    return unknown ? new OutcomeUnknown(message) : new StoreUnavailable(message)
  }

  /** A server that does not answer on one connection may not answer on those that are idle either. */
  #renewPools(): void {
    const old = [this.#pool, this.#counters]
    this.#pool = this.#newPool(CONNECTIONS, '')
    this.#counters = this.#newPool(1, COUNTERS)
    for (const pool of old) void pool.end().catch(() => undefined)
  }

  #look(after: number): void {
    this.#probe = setTimeout(() => {
      this.#connected((client) =>
        client.query({ text: 'SELECT 1', query_timeout: ANSWER_MS } as pg.QueryConfig),
      ).then(
        () => {
          this.#lost = undefined
          for (const then of this.#recovered) then()
          void this.#listener?.listen()
        },
        () => {
          for (const client of this.#patient) client.connection.stream.destroy()
          if (!this.#closed) this.#look(RETRY_MS)
        },
      )
    }, after)
    this.#probe.unref()
  }
}
