import { Feed } from '../feed.ts'
import type { Database } from '../store/postgres/database.ts'
import type { PostgresRecords } from '../store/postgres/postgres-records.ts'
import type { WriteLog } from '../store/postgres/write-log.ts'
import type { World } from '../world/world.ts'
import { exceptLoss } from './except-loss.ts'
import { ForwarderRelay } from './forwarder-relay.ts'
import { Notices } from './notices.ts'
import { SharedEntries } from './shared-entries.ts'
import { SharedFaults } from './shared-faults.ts'
import { SharedPages } from './shared-pages.ts'
import { Switches } from './switches.ts'
import { Tail } from './tail.ts'

const TRIM = { name: 'log.trim', text: 'SELECT trim_changes()' }

/** Services that replicas share besides the records: faults, journal, feed, pages and listeners. */
export class Services {
  readonly switches: Switches
  readonly faults: SharedFaults
  readonly entries: SharedEntries
  readonly feed: Feed
  readonly pages: SharedPages
  readonly relay: ForwarderRelay
  #database: Database
  #tail: Tail
  #report: (error: unknown) => void

  constructor(given: {
    database: Database
    world: World
    find: PostgresRecords['find']
    slot: () => number
    report: (error: unknown) => void
  }) {
    const { database, world, find, slot } = given
    const report = exceptLoss(given.report)
    const notices = new Notices(database)
    this.#database = database
    this.#report = report
    this.switches = new Switches(database)
    this.faults = new SharedFaults(database, this.switches, notices)
    this.entries = new SharedEntries(database, this.switches, notices, report)
    this.#tail = new Tail({ database, switches: this.switches, notices, find, report })
    this.feed = new Feed(this.#tail.records, this.#tail.requests)
    this.pages = new SharedPages(this.#tail, world, report)
    this.relay = new ForwarderRelay({ database, notices, slot, report })
  }

  /** Log of writes for followers. */
  get log(): WriteLog {
    return this.#tail
  }

  /**
   * Resolves when the feed and the pages receive every later write, and every later request if
   * wanted.
   */
  follow(requests: boolean): Promise<void> {
    return this.#tail.begin(requests)
  }

  /** Handles a notification of another replica. @returns whether it was for these services */
  onNotice(notice: string): boolean {
    if (notice === 'log') this.#tail.wake()
    else if (notice === 'forwards' || notice === 'outcomes')
      this.relay.receive().catch(this.#report)
    else return false
    return true
  }

  /** Deletes expired entries. */
  async expire(): Promise<void> {
    await this.#database.count(TRIM, [])
    await this.relay.expire()
  }

  async close(): Promise<void> {
    this.pages.close()
    await this.#tail.close()
  }
}
