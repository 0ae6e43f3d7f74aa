import type pg from 'pg'
import type { StoreAddress } from './address.ts'
import { loadDriver } from './driver.ts'
import { OutcomeUnknown, StoreUnavailable } from '../unavailable.ts'

/** Tables live in a schema of their own, beside other users of the database. */
export const SCHEMA = 'vskit'

/** A statement that takes longer is given up, and with it the connection: no request hangs. */
const ANSWER_MS = 1500
/** Pause between two tries to reach a lost server. */
const RETRY_MS = 100
const CONNECTIONS = 6

export interface Statement {
  /** Prepared under this name, once per connection. */
  name: string
  text: string
}

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
  #listener: { channel: string; told: (payload: string) => void; client?: pg.Client } | undefined
  #closed = false

  private constructor(driver: typeof pg, address: StoreAddress, options: DatabaseOptions) {
    this.#driver = driver
    this.address = address
    this.#report = options.report
    const pool = (max: number, settings: string): pg.Pool => {
      const made = new driver.Pool({ ...this.#settings(settings), max, idleTimeoutMillis: 0 })
      // A connection ended: its statement fails, and the next one opens another.
      made.on('error', () => undefined)
      made.on('connect', (client) => void client.on('error', () => undefined))
      return made
    }
    this.#pool = pool(CONNECTIONS, '')
    this.#counters = pool(1, ' -c synchronous_commit=off')
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
   */
  async transaction<T>(
    task: (
      ask: <Row extends unknown[]>(text: string, values?: unknown[]) => Promise<Row[]>,
    ) => Promise<T>,
    { patient = false }: { patient?: boolean } = {},
  ): Promise<T> {
    this.#refuseWhileLost()
    const client = await this.#client(this.#pool)
    let ending = false
    try {
      const ask = async <Row extends unknown[]>(text: string, values?: unknown[]): Promise<Row[]> =>
        (
          await client.query<Row>({
            text,
            ...(values && { values }),
            rowMode: 'array',
            ...(!patient && { query_timeout: ANSWER_MS }),
          } as pg.QueryArrayConfig)
        ).rows
      await ask('BEGIN')
      const result = await task(ask)
      ending = true
      await ask('COMMIT')
      client.release()
      return result
    } catch (error) {
      if (!isLoss(error)) {
        await client.query('ROLLBACK').then(
          () => client.release(),
          (failed: Error) => client.release(failed),
        )
        throw error
      }
      client.release(error as Error)
      throw this.#lose(error, ending)
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
    this.#listener = { channel, told }
    void this.#relisten()
  }

  async close(): Promise<void> {
    if (this.#closed) return
    this.#closed = true
    clearTimeout(this.#probe)
    await Promise.all([
      this.#pool.end(),
      this.#counters.end(),
      this.#listener?.client?.end().catch(() => undefined),
    ])
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
    this.#refuseWhileLost()
    const client = await this.#client(pool)
    try {
      const config = { name, text, values, rowMode: 'array', query_timeout: ANSWER_MS }
      const result = await client.query<Row>(config as pg.QueryArrayConfig)
      client.release()
      return result
    } catch (error) {
      if (!isLoss(error)) {
        client.release()
        throw error
      }
      client.release(error as Error)
      throw this.#lose(error, writes)
    }
  }

  async #client(pool: pg.Pool): Promise<pg.PoolClient> {
    try {
      return await pool.connect()
    } catch (error) {
      throw this.#lose(error, false)
    }
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
      this.#look(0)
    }
    return unknown ? new OutcomeUnknown(message) : new StoreUnavailable(message)
  }

  #look(after: number): void {
    this.#probe = setTimeout(() => {
      this.#connected((client) =>
        client.query({ text: 'SELECT 1', query_timeout: ANSWER_MS } as pg.QueryConfig),
      ).then(
        () => {
          this.#lost = undefined
          for (const then of this.#recovered) then()
          void this.#relisten()
        },
        () => {
          if (!this.#closed) this.#look(RETRY_MS)
        },
      )
    }, after)
    this.#probe.unref()
  }

  async #relisten(): Promise<void> {
    const listener = this.#listener
    if (!listener || this.#closed) return
    await listener.client?.end().catch(() => undefined)
    const client = new this.#driver.Client(this.#settings())
    const again = (): void => {
      if (listener.client !== client || this.#closed) return
      delete listener.client
      setTimeout(() => void this.#relisten(), RETRY_MS).unref()
    }
    client.on('error', again)
    client.on('end', again)
    client.on('notification', ({ payload }) => listener.told(payload ?? ''))
    listener.client = client
    try {
      await client.connect()
      await client.query(`LISTEN ${listener.channel}`)
    } catch {
      again()
    }
  }
}

/** Errors of the connection, and states in which the server takes no statements. */
function isLoss(error: unknown): boolean {
  const { code = '', message = '' } = error as { code?: string; message?: string }
  // Errors of the server have a SQLSTATE of five characters: 08 connection, 57P shutdown, 53300 too many connections.
  if (/^[0-9A-Z]{5}$/.test(code) && !code.startsWith('E')) return /^(08|57P|53300|25006)/.test(code)
  return code !== '' || /timeout|terminated|ended|closed|not queryable/i.test(message)
}
