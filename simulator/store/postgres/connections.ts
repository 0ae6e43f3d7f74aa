import type { ConnectionOptions } from 'node:tls'
import { callbackify } from 'node:util'
import type pg from 'pg'
import type { StoreAddress } from './address.ts'
import type { Limits } from './limits.ts'
import { splitParameters, tlsOfAddress } from './opening/tls.ts'

/** Tables are in a separate schema, because other programs may use the database. */
export const SCHEMA = 'vskit'

const CONNECTIONS = 6
const NO_LIMITS =
  '-c statement_timeout=0 -c lock_timeout=0 -c idle_in_transaction_session_timeout=0 -c idle_session_timeout=0'
/** Only PostgreSQL 17 and newer know this name; older servers refuse a connection that sets it. */
const NO_TRANSACTION_LIMIT = '-c transaction_timeout=0'
const FIRST_WITH_TRANSACTION_LIMIT = 170_000
/**
 * The role or the database may set others: at another isolation level, simultaneous statements fail, and the driver
 * reads no other form of times. Statements have null in arrays, texts with backslashes, and exact numbers.
 */
const EXPECTED = String.raw`-c default_transaction_isolation=read\ committed -c DateStyle=ISO -c bytea_output=hex -c array_nulls=on -c standard_conforming_strings=on -c transform_null_equals=off -c extra_float_digits=1`
export const SETTINGS_DROPPED = 'the settings of the connection were dropped'
/** A restore waits for requests that hold locks, and requests wait for a restore. */
const PATIENT_LOCK_MS = 10_000

/** Another server that has become the primary started at another time. */
const STARTED = { text: 'SELECT pg_postmaster_start_time()::text', rowMode: 'array' as const }

export interface DatabaseOptions {
  report: (error: unknown) => void
  /** @default LIMITS */
  limits?: Limits
}

/** The connections to one database. */
export class Connections {
  pool!: pg.Pool
  /**
   * For rate counters: a crash of the server may lose the last ones, so their commits do not wait
   * for the disk.
   */
  counters!: pg.Pool
  #driver: typeof pg
  #address: StoreAddress
  #limits: Limits
  #tls: ConnectionOptions | false
  #noLimits = NO_LIMITS
  #onOtherServer: () => void
  /** Start time of the server of the latest connection, unless all connections are new. */
  #server: string | undefined

  /** @throws {Error} if a parameter or a file for TLS cannot be used */
  constructor(driver: typeof pg, address: StoreAddress, limits: Limits, onOtherServer: () => void) {
    this.#driver = driver
    this.#address = address
    this.#limits = limits
    this.#tls = tlsOfAddress(address, process.env)
    this.#onOtherServer = onOtherServer
    this.#open()
  }

  /** Returns a separate connection, without the limits of requests. */
  single(settings = ''): pg.Client {
    return new this.#driver.Client(this.#settings(settings))
  }

  /** Runs a task on a separate connection, without the limits of requests. */
  async use<T>(task: (client: pg.Client) => Promise<T>): Promise<T> {
    const client = this.single()
    client.on('error', () => undefined)
    try {
      await client.connect()
      return await task(client)
    } finally {
      await client.end().catch(() => undefined)
    }
  }

  /** Time limit of a look at another connection, in ms. */
  get lookMs(): number {
    return this.#limits.answer / 2
  }

  /** Returns a connection for one long transaction, with separate lock limits. */
  patient(): pg.Client {
    const { patientIdle } = this.#limits
    return this.single(
      `-c lock_timeout=${PATIENT_LOCK_MS} -c idle_in_transaction_session_timeout=${patientIdle}`,
    )
  }

  /**
   * Chooses the settings that the server knows.
   * @param client a connection to it
   * @throws {Error} if a pooler dropped the settings of the connection
   */
  async suit(client: pg.Client): Promise<void> {
    const { rows } = await client.query<{ no: string; path: string }>(
      "SELECT current_setting('server_version_num') AS no, current_setting('search_path') AS path",
    )
    const { no, path } = rows[0]!
    if (path !== SCHEMA) throw new Error(SETTINGS_DROPPED)
    if (Number(no) < FIRST_WITH_TRANSACTION_LIMIT) return
    this.#noLimits = `${NO_LIMITS} ${NO_TRANSACTION_LIMIT}`
    this.renew()
  }

  /** If a server does not answer on one connection, idle connections are probably broken too. */
  renew(): void {
    void this.end().catch(() => undefined)
    this.#server = undefined
    this.#open()
  }

  async end(): Promise<void> {
    await Promise.all([this.pool.end(), this.counters.end()])
  }

  #open(): void {
    const { lock, idle } = this.#limits
    const requests = `-c lock_timeout=${lock} -c idle_in_transaction_session_timeout=${idle}`
    this.pool = this.#poolOf(CONNECTIONS, requests)
    this.counters = this.#poolOf(1, `${requests} -c synchronous_commit=off`)
  }

  #poolOf(max: number, settings: string): pg.Pool {
    const pool = new this.#driver.Pool({
      ...this.#settings(settings),
      max,
      idleTimeoutMillis: 0,
      verify: callbackify((client: pg.PoolClient) => this.#verify(client)),
    })
    // A connection ended: its statement fails, and the next statement opens a new connection.
    pool.on('error', () => undefined)
    pool.on('connect', (client) => void client.on('error', () => undefined))
    return pool
  }

  /** Idle connections may end and lead to another server without any statement that fails. */
  async #verify(client: pg.PoolClient): Promise<void> {
    const [row] = (await client.query<[string]>(STARTED)).rows
    const known = this.#server
    this.#server = row![0]
    if (known !== undefined && known !== this.#server) this.#onOtherServer()
  }

  #settings(more: string): pg.ClientConfig {
    const url = new URL(this.#address.url)
    const { others } = splitParameters(url)
    const { options = '', ...parameters } = others
    url.search = String(new URLSearchParams(others))
    // The driver reads host, user and password of the URL, but leaves %2F, %3F, %23 and %40 in the name of the database
    // as they are. It would read the parameters for TLS in another way.
    const { host, port, user, password } = new this.#driver.Client({
      connectionString: url.href,
      ssl: this.#tls,
    })
    return {
      application_name: 'vskit',
      ...parameters,
      host,
      port,
      user,
      password,
      database: this.#address.database,
      ssl: this.#tls,
      connectionTimeoutMillis: this.#limits.answer,
      keepAlive: true,
      // Limits that the role or the database sets would end snapshots, restores and migrations.
      options: `${this.#noLimits} ${options} ${EXPECTED} -c search_path=${SCHEMA} -c plan_cache_mode=force_generic_plan -c jit=off ${more}`,
    }
  }
}
