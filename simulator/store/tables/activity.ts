import type { DatabaseSync, StatementSync } from 'node:sqlite'
import type { Activity, ActivityQuery, StoredActivity } from '../records.ts'
import type { Names } from './names.ts'

interface Row { place: number, at: number, session: string, what: number }

/** Entries that one statement stores. */
const TOGETHER = 16
const COLUMNS = 4
/** Entries that are looked through in one go, for some milliseconds: nobody waits longer for a reader of a long log. */
const SLICE = 20_000
/** A scope's entries lie between its number times this and the next one's. Room for eight milliards of them. */
const SPAN = 2 ** 33

/**
 * The activity log, kept by scope: one number says whose an entry is and where it stands. Entries wait for the end of their
 * transaction and are stored several at a time: half the cost of one statement each.
 */
export class ActivityTable {
  #names: Names
  #last = 0
  #waiting: (string | number)[] = []
  #newest: Pick<Activity, 'action' | 'artifact' | 'outcome' | 'actor'> & { what: number } | undefined
  #lastPlace: StatementSync
  #insertOne: StatementSync
  #insertMany: StatementSync
  #page: StatementSync
  #sliceEnd: StatementSync
  #ofSession: StatementSync
  #count: StatementSync
  #clear: StatementSync

  constructor(db: DatabaseSync, names: Names) {
    this.#names = names
    // A step per scope instead of a scan of all entries.
    this.#lastPlace = db.prepare(`
      WITH RECURSIVE next(scope) AS (
        SELECT min(place) / ${SPAN} FROM activity
        UNION ALL SELECT (SELECT min(place) / ${SPAN} FROM activity WHERE place >= (next.scope + 1) * ${SPAN})
          FROM next WHERE scope IS NOT NULL)
      SELECT max((SELECT max(place) FROM activity WHERE place < (next.scope + 1) * ${SPAN}) % ${SPAN}) AS last FROM next`)
    this.reload()
    const insert = (entries: number): StatementSync => db.prepare('INSERT INTO activity (place, at, session, what) ' +
      `VALUES ${Array(entries).fill('(?, ?, ?, ?)').join(', ')}`)
    this.#insertOne = insert(1)
    this.#insertMany = insert(TOGETHER)
    this.#page = db.prepare('SELECT * FROM activity WHERE place >= ? AND place < ? ORDER BY place DESC LIMIT ?')
    this.#sliceEnd = db.prepare('SELECT min(place) AS lowest FROM ' +
      `(SELECT place FROM activity WHERE place >= ? AND place < ? ORDER BY place DESC LIMIT ${SLICE})`)
    this.#ofSession = db.prepare('SELECT * FROM activity ' +
      'WHERE place >= ? AND place < ? AND session = ? ORDER BY place DESC LIMIT ?')
    this.#count = db.prepare('SELECT what, count(*) AS count FROM activity WHERE place >= ? AND place < ? GROUP BY what')
    this.#clear = db.prepare('DELETE FROM activity WHERE place >= ? AND place < ?')
  }

  /** Within the transaction that is open; stored by `flush`. */
  add({ scope, at, session, action, artifact, outcome, actor }: Activity): void {
    this.#waiting.push(this.#names.number(scope) * SPAN + ++this.#last, at, session,
      this.#what(action, artifact, outcome, actor))
  }

  /** To be called before the transaction ends, and before anything is read. */
  flush(): void {
    const values = this.#waiting
    if (values.length === 0) return
    let i = 0
    for (; i + TOGETHER * COLUMNS <= values.length; i += TOGETHER * COLUMNS) {
      this.#insertMany.run(...values.slice(i, i + TOGETHER * COLUMNS))
    }
    for (; i < values.length; i += COLUMNS) this.#insertOne.run(...values.slice(i, i + COLUMNS))
    this.#waiting = []
  }

  /** Entries of a scope, newest first; those of one session are looked for, since no index leads to them. */
  async page(scope: string, { limit, before = SPAN, session }: ActivityQuery): Promise<StoredActivity[]> {
    this.flush()
    const start = this.#names.number(scope) * SPAN
    const end = start + Math.min(before, SPAN)
    if (session === undefined) return this.#views(this.#page.all(start, end, limit))
    const found: StoredActivity[] = []
    for await (const [lowest, above] of this.#slices(start, end)) {
      found.push(...this.#views(this.#ofSession.all(lowest, above, session, limit - found.length)))
      if (found.length >= limit) break
    }
    return found
  }

  /** How many entries of each action a scope holds. */
  async count(scope: string): Promise<Map<string, number>> {
    this.flush()
    const start = this.#names.number(scope) * SPAN
    const counts = new Map<string, number>()
    for await (const [lowest, above] of this.#slices(start, start + SPAN)) {
      for (const { what, count } of this.#count.all(lowest, above) as { what: number, count: number }[]) {
        const { action } = this.#named(what)
        counts.set(action, (counts.get(action) ?? 0) + count)
      }
    }
    return counts
  }

  /** Removes what a scope holds. */
  clear(scope: string): void {
    const start = this.#names.number(scope) * SPAN
    this.#clear.run(start, start + SPAN)
  }

  /** The transaction was rolled back, and what waited for its end with it. */
  forget(): void {
    this.#waiting = []
    this.#newest = undefined
  }

  /** Counts on from what the store holds. */
  reload(): void {
    this.#last = (this.#lastPlace.get() as { last: number | null }).last ?? 0
  }

  /** Ranges of a scope's entries, from the newest down; others get their turn in between. */
  async * #slices(start: number, end: number): AsyncGenerator<[lowest: number, above: number]> {
    for (let above = end; ;) {
      const { lowest } = this.#sliceEnd.get(start, above) as { lowest: number | null }
      if (lowest === null) return
      yield [lowest, above]
      above = lowest
      await new Promise((resolve) => setImmediate(resolve))
    }
  }

  /** Its four names as one. They are mostly those of the entry before. */
  #what(action: string, artifact: string, outcome: string, actor: string): number {
    const newest = this.#newest
    if (newest && newest.actor === actor && newest.artifact === artifact && newest.action === action &&
      newest.outcome === outcome) return newest.what
    const what = this.#names.number([action, artifact, outcome, actor].join(SEPARATOR))
    this.#newest = { action, artifact, outcome, actor, what }
    return what
  }

  #named(what: number): { action: string, artifact: string, outcome: string, actor: string } {
    const [action, artifact, outcome, actor] = this.#names.name(what).split(SEPARATOR) as [string, string, string, string]
    return { action, artifact, outcome, actor }
  }

  #views(rows: unknown[]): StoredActivity[] {
    return (rows as Row[]).map(({ place, at, session, what }) => ({ seq: place % SPAN, at, session, ...this.#named(what) }))
  }
}

/** Stands in none of the names. */
const SEPARATOR = '\n'
