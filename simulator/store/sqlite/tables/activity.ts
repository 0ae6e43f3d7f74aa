import type { Activity, ActivityQuery, StoredActivity } from '../../records.ts'
import { LIMIT, Table, inArrays } from './table.ts'
import { setImmediate } from '../../../time/immediate.ts'

/** The part of an entry that is stored as one name. */
type Named = Pick<Activity, 'action' | 'artifact' | 'outcome' | 'actor'>
type Row = [place: number, at: number, session: string, what: number]

/** Maximum number of rows per read: a few milliseconds, then other requests get a turn. */
const MOST_ROWS = 16_384
/**
 * A scope's entries have positions from its number times this value. Room for 8.6 billion entries.
 */
export const SPAN = 2 ** 33
/** Separates names; does not occur in them. */
const SEPARATOR = '\n'

/** The last position of all scopes: one index step per scope instead of a scan of all entries. */
export const LAST_PLACE = `
  WITH RECURSIVE next(scope) AS (
    SELECT min(place) / ${SPAN} FROM activity
    UNION ALL SELECT (SELECT min(place) / ${SPAN} FROM activity WHERE place >= (next.scope + 1) * ${SPAN})
      FROM next WHERE scope IS NOT NULL)
  SELECT max((SELECT max(place) FROM activity WHERE place < (next.scope + 1) * ${SPAN}) % ${SPAN}) AS last FROM next
    WHERE scope IS NOT NULL`

/**
 * The activity log. Its key combines scope and position in one number, so that reading a scope's
 * newest entries needs no index.
 */
export class ActivityTable extends Table {
  #newest: (Named & { what: number }) | undefined
  #lastPlace = this.db.prepare(LAST_PLACE)
  #insert = this.db.prepare('INSERT INTO activity (place, at, session, what) VALUES (?, ?, ?, ?)')
  #rows = inArrays(
    this.db.prepare(
      `SELECT place, at, session, what FROM activity WHERE place >= ? AND place < ? ORDER BY place DESC ${LIMIT}`,
    ),
  )
  #clear = this.db.prepare('DELETE FROM activity WHERE place >= ? AND place < ?')
  #last = this.#lastStored()

  /** The last assigned position. */
  get last(): number {
    return this.#last
  }

  add({ scope, at, session, action, artifact, outcome, actor }: Activity): void {
    const what = this.#what(action, artifact, outcome, actor)
    this.#insert.run(this.names.number(scope) * SPAN + ++this.#last, at, session, what)
  }

  /**
   * Returns entries of a scope, newest first. Entries of one session are found by a scan: an index
   * would cost one page per write.
   */
  async page(
    scope: string,
    { limit, before = SPAN, session }: ActivityQuery,
  ): Promise<StoredActivity[]> {
    const found: StoredActivity[] = []
    for await (const [place, at, of, what] of this.#newestFirst(scope, before)) {
      if (session !== undefined && of !== session) continue
      if (found.push({ seq: place % SPAN, at, session: of, ...this.#named(what) }) === limit) break
    }
    return found
  }

  /** Counts the entries of each action in a scope. */
  async count(scope: string): Promise<Map<string, number>> {
    const counts = new Map<string, number>()
    for await (const [, , , what] of this.#newestFirst(scope, SPAN)) {
      const { action } = this.#named(what)
      counts.set(action, (counts.get(action) ?? 0) + 1)
    }
    return counts
  }

  clear(scope: string): void {
    const start = this.names.find(scope) * SPAN
    this.#clear.run(start, start + SPAN)
  }

  /** Continues from the last position in the database. */
  reload(): void {
    this.#last = this.#lastStored()
    this.#newest = undefined
  }

  #lastStored(): number {
    return (this.#lastPlace.get() as { last: number | null }).last ?? 0
  }

  async *#newestFirst(scope: string, before: number): AsyncGenerator<Row> {
    const start = this.names.find(scope) * SPAN
    let end = start + Math.min(before, SPAN)
    // Most readers request one page of the newest entries.
    for (let limit = 128; ; limit = Math.min(limit * 4, MOST_ROWS)) {
      const rows = this.#rows.all(start, end, limit) as unknown as Row[]
      yield* rows
      if (rows.length < limit) return
      end = rows.at(-1)![0]
      await new Promise((resolve) => setImmediate(resolve))
    }
  }

  /** Maps the four names to one number. Most entries repeat the names of the previous one. */
  #what(action: string, artifact: string, outcome: string, actor: string): number {
    const newest = this.#newest
    if (
      newest?.actor === actor &&
      newest.artifact === artifact &&
      newest.action === action &&
      newest.outcome === outcome
    )
      return newest.what
    const what = this.names.number([action, artifact, outcome, actor].join(SEPARATOR))
    this.#newest = { action, artifact, outcome, actor, what }
    return what
  }

  #named(what: number): Named {
    const [action, artifact, outcome, actor] = this.names.name(what).split(SEPARATOR)
    return { action, artifact, outcome, actor } as Named
  }
}
