import type pg from 'pg'
import type { StoreAddress } from './address.ts'
import { loadDriver } from './driver.ts'
import { Listener } from './listener.ts'
import { Connections, type DatabaseOptions } from './connections.ts'
import { Answers } from './outages/answers.ts'
import { patientTransaction } from './patient-transaction.ts'
import { LIMITS, type Limits } from './limits.ts'
import type { Ask, Statement } from './statement.ts'
import { Outage, type Period, demandPeriod, lossOf } from './outages/outage.ts'
import { unreachable, withRemedy } from './opening/errors.ts'
import { NoAnswer, isExpired, isLoss } from './outages/losses.ts'
import { Doubts } from './outages/doubts.ts'
import { Refusals } from './outages/refusals.ts'
import { StoreUnavailable } from '../unavailable.ts'
import { commits, inTime } from './write-context.ts'

/** Time limit of a statement at the start, when no request waits for it. */
const START_MS = 10_000
/** Connections to one PostgreSQL database, and the limits of statements and transactions on them. */
export class Database {
  readonly address: StoreAddress
  readonly refusals: Refusals
  #connections: Connections
  #limits: Limits
  #answerMs: number
  #report: (error: unknown) => void
  #answers = new Answers()
  #outage = new Outage(() => this.#probe())
  #doubts = new Doubts(() => this.#probe())
  #listener: Listener | undefined
  #closed = false

  private constructor(driver: typeof pg, address: StoreAddress, options: DatabaseOptions) {
    this.address = address
    this.#report = options.report
    this.refusals = new Refusals(address.shown, options.report)
    this.#limits = options.limits ?? LIMITS
    this.#answerMs = Math.max(START_MS, this.#limits.answer)
    this.#connections = new Connections(driver, address, this.#limits, () => {
      this.#connections.renew()
      this.#outage.recover()
    })
  }

  /** @throws {Error} without credentials, if the server cannot be reached */
  static async open(address: StoreAddress, options: DatabaseOptions): Promise<Database> {
    const database = new Database(await loadDriver(), address, options)
    try {
      await database.#connections.use((client) => database.#connections.suit(client))
    } catch (error) {
      await database.close()
      throw unreachable(address, error)
    }
    return database
  }

  /** From now on, requests wait for responses. */
  serve(): void {
    this.#answerMs = this.#limits.answer
  }

  /** Whether statements fail at once. */
  get lost(): boolean {
    return this.#outage.error !== undefined
  }

  /** The time since the latest outage. */
  get period(): Period {
    return this.#outage.period
  }

  /** Calls `then` each time the server is reachable again, or another one answers. */
  onRecovery(then: () => void): void {
    this.#outage.onRecovery(then)
  }

  /** Runs a statement that changes nothing. @throws {StoreUnavailable} */
  read<Row extends unknown[]>(statement: Statement, values: unknown[] = []): Promise<Row[]> {
    return this.#read(this.#connections.pool, statement, values)
  }

  /** Counts requests. @throws {StoreUnavailable}; the request may have been counted */
  count<Row extends unknown[]>(statement: Statement, values: unknown[]): Promise<Row[]> {
    return this.#read(this.#connections.counters, statement, values)
  }

  /** Runs a statement that writes. @throws {StoreUnavailable} if it was not sent, {OutcomeUnknown} if it may be stored */
  write<Row extends unknown[]>(statement: Statement, values: unknown[] = []): Promise<Row[]> {
    return inTime(this.#run(this.#connections.pool, statement, values, true))
  }

  /**
   * Runs several statements in one transaction, with the time limit of one statement in total.
   * @param patient whether statements may take longer than a request, as long as the server works on them
   * @param frozen whether all statements see the state of the first one
   */
  async transaction<T>(
    task: (ask: Ask) => Promise<T>,
    { patient = false, frozen = false }: { patient?: boolean; frozen?: boolean } = {},
  ): Promise<T> {
    const begin = frozen ? 'BEGIN ISOLATION LEVEL REPEATABLE READ' : 'BEGIN'
    if (patient) {
      const { refusals, period } = this
      this.#outage.demand(period)
      return patientTransaction({ connections: this.#connections, refusals, begin, period }, task)
    }
    return inTime(
      this.#session(async (send, ending) => {
        const ask: Ask = async (text, values) => (await send(text, values))[0]! as never
        await send(begin)
        const result = await task(ask)
        ending()
        await send('COMMIT')
        return result
      }),
    )
  }

  /**
   * Runs a transaction in two round trips.
   * @param read statements without parameters
   * @param then returns the statements that write, given the rows of those that read; undefined: none
   */
  async exchange(read: string, then: (rows: unknown[][][]) => string | undefined): Promise<void> {
    await this.#session(async (send, ending) => {
      const [, ...rows] = await send(`BEGIN; ${read}`)
      const write = then(rows)
      if (write === undefined) return void (await send('ROLLBACK'))
      ending()
      await send(`${write}; COMMIT`)
    })
  }

  /** Runs a task on a separate connection without a time limit: migrations, snapshots. */
  async alone<T>(task: (client: pg.Client) => Promise<T>): Promise<T> {
    try {
      return await this.#connections.use(task)
    } catch (error) {
      throw withRemedy(this.address, error)
    }
  }

  /** Listens on a channel, also after a loss. A notification may be missed, so callers must also poll. */
  listen(channel: string, onPayload: (payload: string) => void): void {
    this.#listener = new Listener(() => this.#connections.single(), channel, onPayload)
    void this.#listener.listen()
    this.#outage.onRecovery(() => void this.#listener?.listen())
  }

  async close(): Promise<void> {
    if (this.#closed) return
    this.#closed = true
    this.#outage.close()
    this.#listener?.close()
    await this.#connections.end()
  }

  /** Runs a transaction; rolls it back if the task fails. */
  async #session<T>(
    task: (
      send: (text: string, values?: unknown[]) => Promise<unknown[][][]>,
      ending: () => void,
    ) => Promise<T>,
  ): Promise<T> {
    const until = performance.now() + this.#answerMs
    const client = await this.#client(this.#connections.pool)
    let isEnding = false
    /** The task may also fail for another reason. */
    let refused: unknown
    /** An error of the server between two statements. */
    let ended: Error | undefined
    const note = (error: Error): void => void (ended ??= error)
    client.once('error', note)
    const send = async (text: string, values?: unknown[]): Promise<unknown[][][]> => {
      const config = { text, ...(values && { values }), rowMode: 'array' }
      try {
        const asked = client.query(config as pg.QueryArrayConfig)
        const results = await this.#answers.by(until, asked)
        // Several statements have several results.
        return [results].flat().map(({ rows }) => rows)
      } catch (error) {
        throw (refused = error)
      }
    }
    const ending = (): void => {
      commits()
      isEnding = true
    }
    try {
      const result = await task(send, ending)
      this.#doubts.answered(client)
      client.release()
      return result
    } catch (error) {
      if (ended && isExpired(ended)) {
        client.release(ended)
        throw new StoreUnavailable(ended.message)
      }
      if (error !== refused || !isLoss(error)) {
        const late = performance.now() + this.#answerMs
        const refusal = this.#answers
          .by(late, client.query('ROLLBACK'))
          .then(() => this.refusals.of(error, (text) => this.#ask(client, text, late)))
        await refusal.then(
          () => client.release(),
          (failed: Error) => client.release(failed),
        )
        throw await refusal.catch(() => error)
      }
      client.release(error as Error)
      // Several statements or a lock may take long while the server is reachable.
      if (error instanceof NoAnswer) throw lossOf(error.message, isEnding)
      throw this.#lose(error, isEnding)
    } finally {
      client.off('error', note)
    }
  }

  async #ask(client: pg.PoolClient, text: string, until: number): Promise<unknown[]> {
    return (await this.#answers.by(until, client.query(text))).rows
  }

  /** Reads rows. Callers keep them in memory, so rows from before an outage are refused. */
  async #read<Row extends unknown[]>(
    pool: pg.Pool,
    statement: Statement,
    values: unknown[],
  ): Promise<Row[]> {
    const { period } = this
    const rows = await inTime(this.#run<Row>(pool, statement, values))
    demandPeriod(period)
    return rows
  }

  async #run<Row extends unknown[]>(
    pool: pg.Pool,
    { name, text }: Statement,
    values: unknown[],
    writes = false,
  ): Promise<Row[]> {
    // The limit includes waiting for a connection.
    const until = performance.now() + this.#answerMs
    const client = await this.#client(pool)
    try {
      if (writes) commits()
      const config = { name, text, values, rowMode: 'array' } as pg.QueryArrayConfig
      const { rows } = await this.#answers.by(until, client.query<Row>(config))
      this.#doubts.answered(client)
      client.release()
      return rows
    } catch (error) {
      if (!isLoss(error)) {
        const refusal = await this.refusals.of(error, (text) => this.#ask(client, text, until))
        client.release()
        throw refusal
      }
      client.release(error as Error)
      throw this.#lose(error, writes)
    }
  }

  async #client(pool: pg.Pool): Promise<pg.PoolClient> {
    const { period } = this
    this.#outage.demand(period)
    const connecting = this.#doubts.connect(pool)
    const until = performance.now() + this.#answerMs
    const client = await this.#answers.by(until, connecting).catch((error: unknown) => {
      connecting.then((late) => late.release()).catch(() => undefined)
      // The outage may have ended this pool.
      this.#outage.demand(period)
      throw this.#lose(error, false)
    })
    if (this.lost || period.over) client.release()
    this.#outage.demand(period)
    return client
  }

  #probe(): Promise<unknown> {
    const query = { text: 'SELECT 1', query_timeout: this.#answerMs } as pg.QueryConfig
    return this.#connections.use((client) => client.query(query))
  }

  /** Begins an outage, unless only this statement is slow. @returns the error of the statement */
  #lose(error: unknown, sent: boolean): Error {
    if (!(error instanceof NoAnswer)) this.#begin(error)
    else if (!this.lost) this.#doubts.begin(error, () => this.#begin(error))
    return lossOf((error as Error).message, sent)
  }

  #begin(error: unknown): void {
    if (!this.#outage.begin((error as Error).message)) return
    this.#report(this.#outage.error)
    if (error instanceof NoAnswer) this.#answers.end(error)
    this.#connections.renew()
  }
}
