import type { DatabaseSync, StatementSync } from 'node:sqlite'
import type { Activity, ActivityQuery, StoredActivity } from '../records.ts'
import type { Names } from './names.ts'

interface Row {
  seq: number, at: number, session: string, action: number, artifact: number, outcome: number, actor: number
}

/** Entries that one statement stores. */
const TOGETHER = 8
const COLUMNS = 8
/** Entries that are looked through in one go, for some milliseconds: nobody waits longer for a reader of a long log. */
const SLICE = 20_000

/**
 * The activity log, kept by scope. Entries wait for the end of their transaction and are stored several at a time: half
 * the cost of one statement each.
 */
export class ActivityTable {
  #names: Names
  #last: number
  #waiting: (string | number)[] = []
  #insertOne: StatementSync
  #insertMany: StatementSync
  #page: StatementSync
  #sliceEnd: StatementSync
  #ofSession: StatementSync
  #count: StatementSync

  constructor(db: DatabaseSync, names: Names) {
    this.#names = names
    // A step per scope instead of a scan of all entries.
    this.#last = (db.prepare(`
      WITH RECURSIVE next(scope) AS (
        SELECT min(scope) FROM activity
        UNION ALL SELECT (SELECT min(scope) FROM activity WHERE scope > next.scope) FROM next WHERE scope IS NOT NULL)
      SELECT max((SELECT max(seq) FROM activity WHERE activity.scope = next.scope)) AS last FROM next`)
      .get() as { last: number | null }).last ?? 0
    const insert = (entries: number): StatementSync => db.prepare('INSERT INTO activity ' +
      `(scope, seq, at, session, action, artifact, outcome, actor) VALUES ${Array(entries).fill('(?, ?, ?, ?, ?, ?, ?, ?)').join(', ')}`)
    this.#insertOne = insert(1)
    this.#insertMany = insert(TOGETHER)
    const columns = 'seq, at, session, action, artifact, outcome, actor'
    this.#page = db.prepare(`SELECT ${columns} FROM activity WHERE scope = ? AND seq < ? ORDER BY seq DESC LIMIT ?`)
    this.#sliceEnd = db.prepare('SELECT min(seq) AS lowest FROM ' +
      `(SELECT seq FROM activity WHERE scope = ? AND seq < ? ORDER BY seq DESC LIMIT ${SLICE})`)
    this.#ofSession = db.prepare(`SELECT ${columns} FROM activity ` +
      'WHERE scope = ? AND seq < ? AND seq >= ? AND session = ? ORDER BY seq DESC LIMIT ?')
    this.#count = db.prepare('SELECT action, count(*) AS count FROM activity ' +
      'WHERE scope = ? AND seq < ? AND seq >= ? GROUP BY action')
  }

  /** Within the transaction that is open; stored by `flush`. */
  add({ scope, at, session, action, artifact, outcome, actor }: Activity): void {
    const names = this.#names
    this.#waiting.push(names.number(scope), ++this.#last, at, session, names.number(action), names.number(artifact),
      names.number(outcome), names.number(actor))
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
  async page(scope: string, { limit, before = Number.MAX_SAFE_INTEGER, session }: ActivityQuery): Promise<StoredActivity[]> {
    this.flush()
    const no = this.#names.number(scope)
    if (session === undefined) return this.#views(this.#page.all(no, before, limit))
    const found: StoredActivity[] = []
    for await (const [above, lowest] of this.#slices(no, before)) {
      found.push(...this.#views(this.#ofSession.all(no, above, lowest, session, limit - found.length)))
      if (found.length >= limit) break
    }
    return found
  }

  /** How many entries of each action a scope holds. */
  async count(scope: string): Promise<Map<string, number>> {
    this.flush()
    const no = this.#names.number(scope)
    const counts = new Map<string, number>()
    for await (const [above, lowest] of this.#slices(no, Number.MAX_SAFE_INTEGER)) {
      for (const { action, count } of this.#count.all(no, above, lowest) as { action: number, count: number }[]) {
        const name = this.#names.name(action)
        counts.set(name, (counts.get(name) ?? 0) + count)
      }
    }
    return counts
  }

  /** The transaction was rolled back, and what waited for its end with it. */
  forget(): void {
    this.#waiting = []
  }

  /** Ranges of a scope's entries, from the newest down; others get their turn in between. */
  async * #slices(scope: number, before: number): AsyncGenerator<[above: number, lowest: number]> {
    for (let above = before; ;) {
      const { lowest } = this.#sliceEnd.get(scope, above) as { lowest: number | null }
      if (lowest === null) return
      yield [above, lowest]
      above = lowest
      await new Promise((resolve) => setImmediate(resolve))
    }
  }

  #views(rows: unknown[]): StoredActivity[] {
    const name = (no: number): string => this.#names.name(no)
    return (rows as Row[]).map((row) => ({
      ...row, action: name(row.action), artifact: name(row.artifact), outcome: name(row.outcome), actor: name(row.actor),
    }))
  }
}
