import type { Database } from '../store/postgres/database.ts'

/** The columns of `switches` that each read of the world includes. */
export const SWITCHES = `s.faults, s.journal, s.wipes, s.watched_until > clock_timestamp(), s.requests_until > clock_timestamp()`
export type SwitchRow = [
  faults: string,
  journal: string | null,
  wipes: string,
  watched: boolean,
  requestsWatched: boolean,
]

/** How long the log continues after the last follower has gone. */
const WATCH = {
  name: 'switches.watch',
  text: `UPDATE switches SET
    log_from = CASE WHEN watched_until > clock_timestamp() THEN log_from ELSE pg_current_xact_id() END,
    watched_until = clock_timestamp() + interval '90 s',
    requests_until = CASE WHEN $1 THEN clock_timestamp() + interval '15 s' ELSE requests_until END`,
}
/** How often the leases are renewed. */
const RENEW_MS = 5000

/** Removes all faults, and switches the request log off and empties it. */
export async function switchOff(ask: (text: string) => Promise<unknown>): Promise<void> {
  await ask('DELETE FROM faults')
  await ask('UPDATE switches SET faults = faults + 1')
  await ask('SELECT set_journal(NULL)')
}

/** Switches that one replica sets for all: faults, the request log, and the log for followers. */
export class Switches {
  /** The organization whose requests are recorded; '' = all, null = none. */
  journal: string | null = null
  /** Number of erasures. */
  wipes = 0
  /** Whether any replica has a follower of the records. */
  watched = false
  /** Whether any replica has a follower of the requests. */
  requestsWatched = false
  #database: Database
  #faults = '0'
  #faultsChanged: () => Promise<void> = async () => undefined
  /** When each lease was last renewed, in `performance.now()` time. */
  #renewed = { records: -Infinity, requests: -Infinity }

  constructor(database: Database) {
    this.#database = database
    // A standby that has become the primary may have another list with the same number, and no lease.
    database.onRecovery(() => {
      this.#faults = ''
      this.#renewed = { records: -Infinity, requests: -Infinity }
    })
  }

  /** Calls `then` when the list of faults has changed; requests wait for the call. */
  onFaults(then: () => Promise<void>): void {
    this.#faultsChanged = then
  }

  /** Applies the switches from the latest result. */
  async apply([faults, journal, wipes, watched, requestsWatched]: SwitchRow): Promise<void> {
    this.journal = journal
    this.wipes = Number(wipes)
    this.watched = watched
    this.requestsWatched = requestsWatched
    if (faults === this.#faults) return
    await this.#faultsChanged()
    this.#faults = faults
  }

  /** Makes all replicas log their writes, and their requests if wanted, until the lease expires. */
  async watch(requests: boolean): Promise<void> {
    const now = performance.now()
    const { records, requests: seen } = this.#renewed
    if (now - (requests ? Math.min(records, seen) : records) < RENEW_MS) return
    await this.#database.write(WATCH, [requests])
    this.#renewed = { records: now, requests: requests ? now : seen }
    this.watched = true
    this.requestsWatched ||= requests
  }
}
