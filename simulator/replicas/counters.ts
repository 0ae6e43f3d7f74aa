import { Batcher } from '../store/postgres/batcher.ts'
import type { Database } from '../store/postgres/database.ts'

/** A place in a rate-limit window. */
export interface Taken {
  /** Number of the window since the epoch. */
  win: number
  /** False when the budget is spent. */
  granted: boolean
  /** Places used, this one included if it was granted. */
  used: number
}

interface Wanted {
  key: string
  windowMs: number
  budget: number
}

type Row = [key: string, win: string, before: number, used: number]

/**
 * The window comes from the database's clock inside the statement. `before` and `used` span the
 * places that this statement has taken, so that each caller gets its own.
 */
const TAKE = {
  name: 'rate.take',
  text: `WITH now AS (
      SELECT coalesce(frozen_at, extract(epoch FROM clock_timestamp()) * 1000 + offset_ms)::numeric AS ms FROM world)
    INSERT INTO rate AS r (key, win, ends, want, budget, before, used)
      SELECT w.key, floor(now.ms / w.span)::bigint, ((floor(now.ms / w.span) + 1) * w.span)::bigint, w.want, w.budget, 0,
          least(w.want, w.budget)
      FROM now, unnest($1::text[], $2::bigint[], $3::int[], $4::int[]) AS w(key, span, want, budget) ORDER BY w.key
      ON CONFLICT (key, win) DO UPDATE SET before = r.used, want = EXCLUDED.want, budget = EXCLUDED.budget,
        used = greatest(r.used, least(r.used + EXCLUDED.want, EXCLUDED.budget))
    RETURNING key, win, before, used`,
}
const FORGET = { name: 'rate.forget', text: 'DELETE FROM rate WHERE starts_with(key, $1)' }
const EXPIRE = {
  name: 'rate.expire',
  text: `DELETE FROM rate WHERE (key, win) IN (SELECT r.key, r.win FROM rate r, world
    WHERE r.ends < coalesce(frozen_at, extract(epoch FROM clock_timestamp()) * 1000 + offset_ms) - 60000 LIMIT 1000 FOR UPDATE OF r SKIP LOCKED)`,
}

/** Rate-limit windows that all replicas count in. Requests that arrive together share a statement. */
export class Counters {
  #database: Database
  #taking: Batcher<Wanted, Taken>

  constructor(database: Database) {
    this.#database = database
    this.#taking = new Batcher((wanted) => this.#take(wanted), 4096)
  }

  /** Takes a place in the current window; a refused request takes none. */
  take(key: string, windowMs: number, budget: number): Promise<Taken> {
    return this.#taking.ask({ key, windowMs, budget })
  }

  /** Forgets the windows whose key begins so. */
  async forget(prefix: string): Promise<void> {
    await this.#database.write(FORGET, [prefix])
  }

  /** Deletes windows that have ended. */
  async expire(): Promise<void> {
    await this.#database.count(EXPIRE, [])
  }

  async #take(wanted: Wanted[]): Promise<Taken[]> {
    const byKey = Map.groupBy(wanted, ({ key }) => key)
    const keys = [...byKey.keys()]
    const first = keys.map((key) => byKey.get(key)![0]!)
    const rows = await this.#database.count<Row>(TAKE, [
      keys,
      first.map(({ windowMs }) => windowMs),
      keys.map((key) => byKey.get(key)!.length),
      // All callers of a key have the same budget, unless it has just been changed.
      keys.map((key) => Math.min(...byKey.get(key)!.map(({ budget }) => budget))),
    ])
    const next = new Map(
      rows.map(([key, win, before, used]) => [key, { win: Number(win), place: before, used }]),
    )
    return wanted.map(({ key }) => {
      const state = next.get(key)!
      const granted = state.place < state.used
      if (granted) state.place++
      return { win: state.win, granted, used: state.place }
    })
  }
}
