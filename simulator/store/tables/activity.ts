import type { DatabaseSync, StatementSync } from 'node:sqlite'
import type { ActivityQuery, StoredActivity } from '../records.ts'
import type { AppliedActivity } from '../redo-entry.ts'
import type { Names } from './names.ts'
import { LIMIT } from './rows.ts'

/** Entries of one scope that come one after the other, as one row. */
interface Run {
  scope: string
  first: number
  entries: number
  text: string
}

/** `entries` is JSON: four values for each one, steps from `place`, time, session, and a name's number. */
interface Row {
  place: number
  entries: string
}

type Entry = [step: number, at: number, session: string, what: number]

/** Entries of a row at most: some rows fill a page, and little of it stays empty. */
const TOGETHER = 32
/** Rows that are looked through in one go, for some milliseconds: nobody waits longer for a reader of a long log. */
const MOST_ROWS = 512
/** A scope's entries lie between its number times this and the next one's. Room for eight milliards of them. */
const SPAN = 2 ** 33

/**
 * The activity log, kept by scope: one number says whose an entry is and where it stands. Entries wait for the end of their
 * transaction and are stored several to a row, at two thirds of what a row for each costs.
 */
export class ActivityTable {
  #names: Names
  #last = 0
  #runs = new Map<string, Run>()
  #run: Run | undefined
  #newest:
    | (Pick<AppliedActivity, 'action' | 'artifact' | 'outcome' | 'actor'> & { what: number })
    | undefined
  #lastOfScopes: StatementSync
  #insert: StatementSync
  #rows: StatementSync
  #clear: StatementSync

  constructor(db: DatabaseSync, names: Names) {
    this.#names = names
    // A step per scope instead of a scan of all entries.
    this.#lastOfScopes = db.prepare(`
      WITH RECURSIVE next(scope) AS (
        SELECT min(place) / ${SPAN} FROM activity
        UNION ALL SELECT (SELECT min(place) / ${SPAN} FROM activity WHERE place >= (next.scope + 1) * ${SPAN})
          FROM next WHERE scope IS NOT NULL)
      SELECT place, entries FROM next JOIN activity
        ON place = (SELECT max(place) FROM activity WHERE place < (next.scope + 1) * ${SPAN})`)
    this.reload()
    this.#insert = db.prepare('INSERT INTO activity (place, entries) VALUES (?, ?)')
    this.#rows = db.prepare(
      `SELECT place, entries FROM activity WHERE place >= ? AND place < ? ORDER BY place DESC ${LIMIT}`,
    )
    this.#clear = db.prepare('DELETE FROM activity WHERE place >= ? AND place < ?')
  }

  /** Within the transaction that is open; stored by `flush` at the latest. */
  add({ scope, action, artifact, outcome, actor, text }: AppliedActivity): void {
    const what = this.#what(action, artifact, outcome, actor)
    const seq = ++this.#last
    const run = this.#runOf(scope, seq)
    run.text += `${run.entries === 0 ? '[' : ','}${seq - run.first},${text},${what}`
    if (++run.entries === TOGETHER) this.#store(run)
  }

  /** To be called before the transaction ends, and before anything is read. */
  flush(): void {
    for (const run of this.#runs.values()) this.#store(run)
  }

  /** Entries of a scope, newest first; those of one session are looked for, since no index leads to them. */
  async page(
    scope: string,
    { limit, before = SPAN, session }: ActivityQuery,
  ): Promise<StoredActivity[]> {
    const found: StoredActivity[] = []
    for await (const { place, entries } of this.#newestFirst(scope, before)) {
      for (const [step, at, of, what] of entries) {
        const seq = (place % SPAN) + step
        if (seq >= before || (session !== undefined && of !== session)) continue
        if (found.push({ seq, at, session: of, ...this.#named(what) }) === limit) return found
      }
    }
    return found
  }

  /** How many entries of each action a scope holds. */
  async count(scope: string): Promise<Map<string, number>> {
    const counts = new Map<string, number>()
    for await (const { entries } of this.#newestFirst(scope, SPAN)) {
      for (const [, , , what] of entries) {
        const { action } = this.#named(what)
        counts.set(action, (counts.get(action) ?? 0) + 1)
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
    this.#runs.clear()
    this.#run = undefined
    this.#newest = undefined
  }

  /** Counts on from what the store holds. */
  reload(): void {
    this.#last = 0
    for (const row of this.#lastOfScopes.all() as unknown as Row[]) {
      this.#last = Math.max(this.#last, (row.place % SPAN) + entriesOf(row).at(-1)![0])
    }
  }

  #runOf(scope: string, seq: number): Run {
    if (this.#run?.scope === scope) return this.#run
    let run = this.#runs.get(scope)
    if (!run) {
      run = { scope, first: seq, entries: 0, text: '' }
      this.#runs.set(scope, run)
    }
    return (this.#run = run)
  }

  #store({ scope, first, text }: Run): void {
    this.#insert.run(this.#names.number(scope) * SPAN + first, `${text}]`)
    this.#runs.delete(scope)
    this.#run = undefined
  }

  /** The rows of a scope that begin before a place, from the newest down; others get their turn in between. */
  async *#newestFirst(
    scope: string,
    before: number,
  ): AsyncGenerator<{ place: number; entries: Entry[] }> {
    this.flush()
    const start = this.#names.number(scope) * SPAN
    let end = start + Math.min(before, SPAN)
    // Mostly somebody wants the newest few.
    for (let limit = 8; ; limit = Math.min(limit * 4, MOST_ROWS)) {
      const rows = this.#rows.all(start, end, limit) as unknown as Row[]
      for (const row of rows) yield { place: row.place, entries: entriesOf(row).toReversed() }
      if (rows.length < limit) return
      end = rows.at(-1)!.place
      await new Promise((resolve) => setImmediate(resolve))
    }
  }

  /** Its four names as one. They are mostly those of the entry before. */
  #what(action: string, artifact: string, outcome: string, actor: string): number {
    const newest = this.#newest
    if (
      newest &&
      newest.actor === actor &&
      newest.artifact === artifact &&
      newest.action === action &&
      newest.outcome === outcome
    )
      return newest.what
    const what = this.#names.number([action, artifact, outcome, actor].join(SEPARATOR))
    this.#newest = { action, artifact, outcome, actor, what }
    return what
  }

  #named(what: number): { action: string; artifact: string; outcome: string; actor: string } {
    const [action, artifact, outcome, actor] = this.#names.name(what).split(SEPARATOR) as [
      string,
      string,
      string,
      string,
    ]
    return { action, artifact, outcome, actor }
  }
}

/** Stands in none of the names. */
const SEPARATOR = '\n'

function entriesOf({ entries }: Row): Entry[] {
  const values = JSON.parse(entries) as unknown[]
  return Array.from(
    { length: values.length / 4 },
    (_, i) => values.slice(4 * i, 4 * i + 4) as Entry,
  )
}
