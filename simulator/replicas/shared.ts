import type { Certificate } from '../../fixtures/tls/certificate.ts'
import type { Scheduler } from '../time/scheduler.ts'
import { newSimulatorAuthority, readAuthority, writtenAuthority } from '../store/authority.ts'
import { type StoreAddress, storeAddress } from '../store/postgres/address.ts'
import { Database } from '../store/postgres/database.ts'
import { LIMITS, type Limits } from '../store/postgres/limits.ts'
import { Names } from '../store/postgres/names.ts'
import type { Period } from '../store/postgres/outages/outage.ts'
import { PostgresRecords } from '../store/postgres/postgres-records.ts'
import { SchemaSnapshots } from '../store/postgres/snapshots/schema-snapshots.ts'
import { migrate, reasonOf } from '../store/postgres/schema.ts'
import { literal } from '../store/postgres/storable.ts'
import type { Snapshots } from '../store/snapshots/snapshots.ts'
import { OutcomeUnknown } from '../store/unavailable.ts'
import { SettableClock } from '../time/clock.ts'
import type { Region, WorldFile } from '../world/world.ts'
import { World } from '../world/world.ts'
import { Counters } from './counters.ts'
import { LIVING } from './lanes/lane-statements.ts'
import { Lanes } from './lanes/lanes.ts'
import { CHANNEL } from './notices.ts'
import { Requests } from './requests.ts'
import { Services } from './services.ts'
import { SharedState } from './shared-state.ts'

/** How often expired data is deleted, in heartbeats. */
const EXPIRE_EVERY = 10

interface Living {
  slot: number
  started_at: string
  /** Seconds since its last heartbeat. */
  silent_seconds: number
  lanes: number
  this: boolean
}

/** The part of a replica in a store that several processes use. */
export class Shared {
  readonly address: StoreAddress
  readonly records: PostgresRecords
  readonly snapshots: Snapshots
  readonly world: World
  readonly clock: SettableClock
  readonly counters: Counters
  readonly lanes: Lanes
  readonly state: SharedState
  readonly services: Services
  readonly requests: Requests
  #database: Database
  #beats = 0

  private constructor(database: Database, given: SharedOptions) {
    this.address = database.address
    this.#database = database
    const names = new Names(database)
    const skew = { ms: 0 }
    this.clock = new SettableClock(() => Date.now() + skew.ms)
    this.world = World.shared(given.world, (apply, ifJob) => this.state.change(apply, ifJob))
    this.services = new Services({
      database,
      world: this.world,
      find: (kind, id) => this.records.find(kind, id),
      slot: () => this.lanes.slot,
      report: given.report,
    })
    this.state = new SharedState(
      database,
      names,
      this.world,
      this.clock,
      skew,
      this.services.switches,
    )
    this.world.refresh = () => this.state.sync()
    this.counters = new Counters(database)
    const { state, counters, clock } = this
    const waitMs = (given.limits ?? LIMITS).request
    this.lanes = new Lanes(database, names, {
      seeded: given.seeded,
      about: given.about,
      report: given.report,
      everyBeat: () => this.#everyBeat(),
    })
    this.records = new PostgresRecords(database, () => this.lanes.slot, names, this.services.log)
    const documents = this.records
    const period = (): Period => database.period
    this.requests = new Requests({ state, counters, clock, documents, waitMs, period })
    this.snapshots = new SchemaSnapshots(database, names, (task) => this.#replacing(task))
  }

  /** Connects, migrates and reads the world. @throws {Error} without credentials */
  static async open(given: SharedOptions): Promise<Shared> {
    const database = await Database.open(storeAddress(given.store), given)
    try {
      await migrate(database)
      if (given.region) await demandRegion(database, given.region)
      const shared = new Shared(database, given)
      const kept = await shared.state.open()
      given.onKept?.(kept)
      await shared.lanes.join()
      database.serve()
      return shared
    } catch (error) {
      const reason = await reasonOf(error, database)
      await database.close()
      throw reason
    }
  }

  /** Moves the clock while no other replica runs a job, and stores its state. */
  moving(scheduler: Scheduler): Pick<Scheduler, 'advance' | 'settle' | 'wake'> {
    const advance = (ms: number): Promise<void> =>
      this.lanes.alone(async () => {
        await this.state.sync()
        try {
          await scheduler.advance(ms)
          await this.world.update((file) => {
            file.clock = this.clock.state
          })
        } catch (error) {
          this.state.distrustClock()
          throw error
        }
      })
    return { advance, settle: () => advance(0), wake: (lane, due) => scheduler.wake(lane, due) }
  }

  /** Starts jobs and listens for notifications of other replicas. */
  async start(scheduler: Scheduler): Promise<void> {
    await this.lanes.start(scheduler)
    this.state.onMove(() => this.lanes.yieldTo(this.state.advancing))
    this.#database.listen(CHANNEL, (notice) => {
      if (!this.services.onNotice(notice)) this.lanes.onNotice(notice)
    })
    this.#database.onRecovery(() => void this.lanes.renew())
  }

  /** Returns the certificate authority of all replicas; the first caller creates it. */
  async authority(): Promise<Certificate> {
    const made = writtenAuthority(newSimulatorAuthority())
    const [row] = await this.#database.transaction(async (ask) => {
      await ask('INSERT INTO certificate_authority (pem) VALUES ($1) ON CONFLICT DO NOTHING', [
        made,
      ])
      return ask<[string]>('SELECT pem FROM certificate_authority')
    })
    return readAuthority(row![0])
  }

  /** Calls `then` when all data was replaced, by this replica or another one. */
  onReplaced(then: () => void): void {
    this.state.onReplaced(then)
  }

  /** Deletes the counters of an organization's keys, or all counters. */
  async resetCounters(organization?: string): Promise<void> {
    await this.counters.forget(organization === undefined ? '' : `${organization}\n`)
  }

  async health(): Promise<{ store: string; replicas: Living[]; lane_lag_seconds: number }> {
    const rows = await this.#database.read<[number, Date, number, number]>(LIVING_REPLICAS)
    const due = (await this.records.lanes()).map((lane) => lane.due)
    const lag = due.length === 0 ? 0 : Math.max(0, this.clock.now() - Math.min(...due)) / 1000
    return {
      store: this.address.shown,
      replicas: rows.map(([slot, started, silent, lanes]) => ({
        slot,
        started_at: started.toISOString(),
        silent_seconds: Math.max(0, silent),
        lanes,
        this: slot === this.lanes.slot,
      })),
      lane_lag_seconds: lag,
    }
  }

  /** Returns why the latest writes of this replica failed, and what to do. */
  writeProblems(): Promise<string[]> {
    const database = this.#database
    return database.refusals.problems((text) => database.transaction((ask) => ask(text)))
  }

  /**
   * Resolves when this replica receives all later writes of the others, and their requests if
   * wanted.
   */
  follow(requests: boolean): Promise<void> {
    return this.services.follow(requests)
  }

  async close(): Promise<void> {
    await this.services.close()
    await this.records.close()
    await this.lanes.leave()
    await this.#database.close()
  }

  /** Runs a task that replaces all data, then updates this replica. */
  #replacing(task: () => Promise<void>): Promise<void> {
    return this.lanes.holding(async () => {
      await task()
      try {
        await this.state.sync()
        await this.lanes.renew()
      } catch (error) {
        throw new OutcomeUnknown('it was replaced, and what follows was not done', error)
      }
    })
  }

  async #everyBeat(): Promise<void> {
    await this.state.sync()
    this.lanes.yieldTo(this.state.advancing)
    await this.services.relay.beat()
    if (++this.#beats % EXPIRE_EVERY > 0) return
    await this.counters.expire()
    await this.services.expire()
  }
}

/** @throws {Error} if the database holds organizations of another region: the two may be swapped */
async function demandRegion(database: Database, region: Region): Promise<void> {
  const [other] = await database.read<[id: string, region: string]>({
    text: `SELECT id, doc::json ->> 'region' FROM organizations
      WHERE doc IS NOT NULL AND doc::json ->> 'region' <> ${literal(region)} LIMIT 1`,
  })
  if (!other) return
  throw new Error(
    `${database.address.shown} is the database of region ${region} in --store, but holds ${other[0]}, an organization of region ${other[1]}. ` +
      'Are the two swapped, or two names of one database? To divide a database by region, export a snapshot of it and import that into two new ones.',
  )
}

const LIVING_REPLICAS = {
  name: 'replicas.living',
  text: `SELECT slot, started, extract(epoch FROM clock_timestamp() - beat)::float8,
      (SELECT count(*)::int FROM lanes WHERE owner = slot)
    FROM ${LIVING} ORDER BY slot`,
}

export interface SharedOptions {
  store: string
  world: WorldFile | undefined
  seeded: boolean
  /** Host name and process id, for operators. */
  about: string
  report: (error: unknown) => void
  /** The only region whose organizations the database may hold. @default both */
  region?: Region | undefined
  /** Called with the ids of the organizations that the database has at the start. */
  onKept?: ((ids: string[]) => void) | undefined
  /** @default LIMITS */
  limits?: Limits
}
