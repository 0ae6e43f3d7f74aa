import { Batcher } from '../store/postgres/batcher.ts'
import type { Database } from '../store/postgres/database.ts'
import {
  type Taken,
  type TakenRow,
  type Wanted,
  placeParameters,
  distribute,
  takePlacesSql,
} from './rate-places.ts'

/** The window comes from the database's clock inside the statement. */
const TAKE = {
  name: 'rate.take',
  text: `WITH now AS (
      SELECT coalesce(frozen_at, extract(epoch FROM clock_timestamp()) * 1000 + offset_ms)::numeric AS ms FROM world)
    ${takePlacesSql()}`,
}
/** Locks in the order in which requests count: in another one, both would wait for each other. */
const FORGET = {
  name: 'rate.forget',
  text: `WITH gone AS MATERIALIZED (SELECT key, win FROM rate WHERE starts_with(key, $1) ORDER BY key, win FOR UPDATE)
    DELETE FROM rate USING gone WHERE rate.key = gone.key AND rate.win = gone.win`,
}
const EXPIRE = {
  name: 'rate.expire',
  text: `DELETE FROM rate WHERE (key, win) IN (SELECT r.key, r.win FROM rate r, world
    WHERE r.ends < coalesce(frozen_at, extract(epoch FROM clock_timestamp()) * 1000 + offset_ms) - 60000 LIMIT 10000 FOR UPDATE OF r SKIP LOCKED)`,
}

/** Rate-limit windows that all replicas count in. Requests that arrive together share a statement. */
export class Counters {
  #database: Database
  #taking: Batcher<Wanted, Taken>

  constructor(database: Database) {
    this.#database = database
    this.#taking = new Batcher((wanted) => this.#take(wanted), 4096)
  }

  /** Counts a request in the current window; a refused request is not counted. */
  take(wanted: Wanted): Promise<Taken> {
    return this.#taking.ask(wanted)
  }

  /** Deletes the windows whose key begins with a prefix. */
  async forget(prefix: string): Promise<void> {
    await this.#database.write(FORGET, [prefix])
  }

  /** Deletes windows that have ended. */
  async expire(): Promise<void> {
    await this.#database.count(EXPIRE, [])
  }

  async #take(wanted: Wanted[]): Promise<Taken[]> {
    const rows = await this.#database.count<TakenRow>(TAKE, placeParameters(wanted))
    const takenOf = distribute(rows)
    return wanted.map((one) => takenOf(one)!)
  }
}
