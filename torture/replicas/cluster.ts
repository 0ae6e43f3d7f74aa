import { once } from 'node:events'
import pg from 'pg'
import type { PostgresServer } from '../../simulator/store/testing/postgres-server.ts'
import type { SimulatorProcess } from '../../simulator/testing/process.ts'
import { Clients } from '../clients.ts'
import type { Run } from '../run.ts'
import { postgresServer } from '../stores.ts'

/** Lines that a replica may write to stderr while its database is unreachable. */
const OUTAGE = /^(StoreUnavailable|OutcomeUnknown): /

/** Longer limits for parts without outages, because the machine may be busy. */
const BUSY = import.meta.resolve('../../simulator/store/testing/busy-process.ts')

export interface Replica {
  process: SimulatorProcess
  /** Client of this replica without the balancer. */
  clients: Clients
  pid: number
}

export interface ClusterOptions {
  replicas: number
  /** Database server. @default the server that all parts share */
  server?: PostgresServer
  /** Whether the database is unreachable at times. */
  outages?: boolean
  /** Address by which a replica reaches the database, by its number from 0. @default direct */
  addressOf?: (no: number, url: string) => Promise<string>
}

/** A lane of jobs and the process that owns it; undefined if none does. */
export interface OwnedLane {
  lane: string
  pid: number | undefined
}

/** Replicas on one PostgreSQL database, each in a separate process. */
export class Cluster {
  readonly replicas: Replica[] = []
  #run: Run
  #urls: string[] = []
  #outages: boolean
  #database: pg.Pool

  private constructor(run: Run, database: pg.Pool, outages: boolean) {
    this.#run = run
    this.#database = database
    this.#outages = outages
  }

  static async start(run: Run, options: ClusterOptions): Promise<Cluster> {
    const { addressOf = async (_no, url) => url, outages = false } = options
    const server = options.server ?? (await postgresServer())
    const url = await server.database(`replicas_${++clusters}`)
    const database = new pg.Pool({ connectionString: url, max: 2 })
    // A server that is killed ends idle connections; the next query opens another.
    database.on('error', () => undefined)
    run.teardown(() => database.end())
    const cluster = new Cluster(run, database, outages)
    for (let no = 0; no < options.replicas; no++) {
      cluster.#urls.push(await addressOf(no, url))
      cluster.replicas.push(await cluster.#start(no, []))
    }
    return cluster
  }

  /** Base URLs of region us. */
  get addresses(): string[] {
    return this.replicas.map(({ process }) => process.ready.regions.us.base_url)
  }

  /** Restarts an ended replica on the same ports. */
  async restart(no: number): Promise<Replica> {
    const { ready } = this.replicas[no]!.process
    const ports = [
      ['--admin-port', ready.console],
      ['--us-port', ready.regions.us.base_url],
      ['--eu-port', ready.regions.eu.base_url],
    ].flatMap(([flag, url]) => [flag!, new URL(url!).port])
    const started = await this.#start(no, ports)
    this.replicas[no] = started
    return started
  }

  /** Ends a replica, and its connections to it. */
  async end(no: number, signal: 'SIGKILL' | 'SIGTERM'): Promise<void> {
    const { process, clients } = this.replicas[no]!
    const running = process.child.exitCode === null && process.child.signalCode === null
    const exit = running ? once(process.child, 'exit') : undefined
    process.child.kill(signal)
    await exit
    clients.close()
  }

  /** Returns the lanes in the database. */
  async lanes(): Promise<OwnedLane[]> {
    const { rows } = await this.query<{ lane: string; about: string | null }>(
      `SELECT n.name AS lane, r.about FROM vskit.lanes l JOIN vskit.names n ON n.no = l.lane
        LEFT JOIN vskit.replicas r ON r.slot = l.owner`,
    )
    // `about` is the host's name and the process id.
    return rows.map(({ lane, about }) => ({
      lane,
      pid: about === null ? undefined : Number(about.split(' ').at(-1)),
    }))
  }

  /** Queries the database on a separate connection. */
  query<Row extends pg.QueryResultRow>(text: string): Promise<pg.QueryResult<Row>> {
    return this.#database.query<Row>(text)
  }

  async #start(no: number, flags: string[]): Promise<Replica> {
    const process = await this.#run.simulator({
      store: this.#urls[no]!,
      flags: ['--loopback-receivers', ...flags],
      ...(this.#outages ? { stderr: OUTAGE } : { preload: BUSY }),
    })
    const clients = new Clients(process)
    this.#run.teardown(async () => clients.close())
    return { process, clients, pid: process.child.pid! }
  }
}

let clusters = 0
