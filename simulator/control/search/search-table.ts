import { DatabaseSync, type StatementSync } from 'node:sqlite'
import { termsOf } from './words.ts'

/** A session in the search index. */
export interface SearchRow {
  seq: number
  id: string
  status: string
  outcome: string | null
  /** Epoch ms. */
  created: number
  /** Search words in the form of `words.ts`, separated by spaces. */
  words: string
}

export interface SearchQuery {
  limit: number
  before?: number
  status?: string
  /** `none` finds sessions without an outcome. */
  outcome?: string
  q?: string
  /** Epoch ms, inclusive and exclusive. */
  from?: number
  to?: number
}

export interface Total {
  status: string
  outcome: string | null
  sessions: number
}

/**
 * Sessions of a scope with one status and outcome: a filter selects parts, and never reads a session that it rejects.
 */
interface Part extends Total {
  no: number
}

interface Plane {
  no: number
  parts: Part[]
}

/** Lengths of the time spans whose places are indexed. */
const QUARTER_MS = 900_000
const DAY_MS = 86_400_000
const QUARTERS_OF_DAY = DAY_MS / QUARTER_MS

/** Rows per commit: at each commit the engine writes its buffer to a new segment. */
const COMMIT_ROWS = 250

/**
 * `place` is the negative `seq`, so that everything returns the newest first. `spans` bounds the places of each day and
 * each quarter of an hour, since the clock of a simulator may be set back and places do not follow it.
 */
const SCHEMA = `
  CREATE TABLE sessions (place INTEGER PRIMARY KEY, part INTEGER, id TEXT UNIQUE, created INTEGER);
  CREATE INDEX by_part ON sessions (part, place, created);
  CREATE TABLE spans (plane INTEGER, length INTEGER, no INTEGER, first INTEGER, last INTEGER, PRIMARY KEY (plane, length, no)) WITHOUT ROWID;
`

/**
 * Full-text index of the sessions of a part. It stores no text, so personal data is not stored in
 * clear. Prefixes of up to twelve letters are indexed; for longer ones the engine first collects
 * every session with a matching word. Pages are small, because the engine can skip whole pages if
 * two words rarely occur together.
 */
const wordsOf = (part: number): string => `
  CREATE VIRTUAL TABLE words_${part} USING fts5(words, content = '', contentless_delete = 1, detail = none,
    prefix = '1 2 3 4 5 6 7 8 9 10 11 12', tokenize = "ascii tokenchars '_'");
  INSERT INTO words_${part} (words_${part}, rank) VALUES ('pgsz', 1024);
`

/** Sessions by status, outcome and word, in memory. The cost of a query does not grow with the number of sessions. */
export class SearchTable {
  #db = new DatabaseSync(':memory:')
  #planes = new Map<string, Plane>()
  /** By number. */
  #parts: Part[] = []
  #statements = new Map<string, StatementSync>()
  /** Rows since the last commit. */
  #written = 0

  constructor() {
    this.#db.exec(SCHEMA)
  }

  put(scope: string, { seq, id, status, outcome, created, words }: SearchRow): void {
    this.remove(id)
    this.#begin()
    const plane = this.#plane(scope)
    const part = this.#part(plane, status, outcome)
    this.#run('INSERT INTO sessions VALUES (?, ?, ?, ?)', -seq, part.no, id, created)
    this.#run(`INSERT INTO words_${part.no} (rowid, words) VALUES (?, ?)`, -seq, words)
    part.sessions++
    for (const length of [QUARTER_MS, DAY_MS])
      this.#run(
        `INSERT INTO spans VALUES (?, ?, ?, ?, ?) ON CONFLICT DO UPDATE
         SET first = min(first, excluded.first), last = max(last, excluded.last)`,
        plane.no,
        length,
        Math.floor(created / length),
        -seq,
        -seq,
      )
  }

  remove(id: string): void {
    const old = this.#statement('SELECT place, part FROM sessions WHERE id = ?').get(id) as
      | { place: number; part: number }
      | undefined
    if (!old) return
    this.#begin()
    this.#run('DELETE FROM sessions WHERE place = ?', old.place)
    this.#run(`DELETE FROM words_${old.part} WHERE rowid = ?`, old.place)
    this.#parts[old.part]!.sessions--
  }

  totals(scope: string): Total[] {
    return this.#plane(scope).parts.filter(({ sessions }) => sessions > 0)
  }

  /** Returns the ids of the matching sessions, newest first. */
  find(scope: string, query: SearchQuery): string[] {
    return this.#ask(scope, query, (parts) => {
      const newest = parts.map((part) => `SELECT * FROM (${part} ORDER BY place LIMIT $limit)`)
      return `SELECT id FROM (${newest.join(' UNION ALL ')}) ORDER BY place LIMIT $limit`
    }).map(({ id }) => id as string)
  }

  /** Returns the number of matches, counted up to the limit. */
  count(scope: string, query: SearchQuery): number {
    const [counted] = this.#ask(
      scope,
      query,
      (parts) => `SELECT count(*) AS matching FROM (${parts.join(' UNION ALL ')} LIMIT $limit)`,
    )
    return (counted?.matching as number | undefined) ?? 0
  }

  /** @param sql receives one query for each part, which selects `place` and `id` of the matching sessions */
  #ask(
    scope: string,
    query: SearchQuery,
    sql: (parts: string[]) => string,
  ): Record<string, unknown>[] {
    const plane = this.#plane(scope)
    const terms = query.q === undefined ? [] : termsOf(query.q)
    const { from = -8.64e15, to = 8.64e15, before = Number.MAX_SAFE_INTEGER, limit } = query
    const places = this.#places(plane.no, from, to - 1)
    const parts = plane.parts.filter((part) => isWanted(part, query))
    const nothingAsked = query.q?.trim() && terms.length === 0
    if (nothingAsked || !places || parts.length === 0) return []
    const source = (no: number): string =>
      terms.length === 0
        ? `s.place AS place, id FROM sessions s WHERE s.part = ${no} AND s.place`
        : `w.rowid AS place, id FROM words_${no} w CROSS JOIN sessions s ON s.place = w.rowid
           WHERE w.words_${no} MATCH $words AND w.rowid`
    const each = parts.map(
      ({ no }) =>
        `SELECT ${source(no)} BETWEEN $first AND $last AND s.created >= $from AND s.created < $to`,
    )
    return this.#statement(sql(each)).all({
      from,
      to,
      limit,
      // As integers: the engine ignores floating-point bounds and scans all remaining rows.
      first: BigInt(Math.max(places.first, 1 - before)),
      last: BigInt(places.last),
      ...(terms.length > 0 && { words: matchOf(terms) }),
    })
  }

  /** Returns the places that enclose all sessions of a time, both ends inclusive; undefined if there are none. */
  #places(plane: number, from: number, to: number): { first: number; last: number } | undefined {
    const [first, last] = [Math.floor(from / QUARTER_MS), Math.floor(to / QUARTER_MS)]
    const [firstDay, lastDay] = [Math.floor(from / DAY_MS), Math.floor(to / DAY_MS)]
    // Whole days within the time, and quarters of an hour at both ends.
    const ranges =
      firstDay === lastDay
        ? [[QUARTER_MS, first, last]]
        : [
            [QUARTER_MS, first, (firstDay + 1) * QUARTERS_OF_DAY - 1],
            [DAY_MS, firstDay + 1, lastDay - 1],
            [QUARTER_MS, lastDay * QUARTERS_OF_DAY, last],
          ]
    const found = ranges
      .map(
        (range) =>
          this.#statement(
            'SELECT min(first) AS first, max(last) AS last FROM spans WHERE plane = ? AND length = ? AND no BETWEEN ? AND ?',
          ).get(plane, ...range) as { first: number | null; last: number | null },
      )
      .filter((one): one is { first: number; last: number } => one.first !== null)
    if (found.length === 0) return undefined
    return {
      first: Math.min(...found.map((one) => one.first)),
      last: Math.max(...found.map((one) => one.last)),
    }
  }

  /** Only this connection reads the table, and it sees uncommitted rows. */
  #begin(): void {
    if (this.#written === COMMIT_ROWS) {
      this.#db.exec('COMMIT')
      this.#written = 0
    }
    if (this.#written++ === 0) this.#db.exec('BEGIN')
  }

  #plane(scope: string): Plane {
    let plane = this.#planes.get(scope)
    if (!plane) this.#planes.set(scope, (plane = { no: this.#planes.size, parts: [] }))
    return plane
  }

  #part({ parts }: Plane, status: string, outcome: string | null): Part {
    const known = parts.find((part) => part.status === status && part.outcome === outcome)
    if (known) return known
    const part = { no: this.#parts.length, status, outcome, sessions: 0 }
    this.#db.exec(wordsOf(part.no))
    this.#parts.push(part)
    parts.push(part)
    return part
  }

  #run(sql: string, ...values: (string | number | null)[]): void {
    this.#statement(sql).run(...values)
  }

  #statement(sql: string): StatementSync {
    const known = this.#statements.get(sql)
    if (known) return known
    const statement = this.#db.prepare(sql)
    this.#statements.set(sql, statement)
    return statement
  }
}

function isWanted(part: Part, { status, outcome }: SearchQuery): boolean {
  return (
    (status === undefined || part.status === status) &&
    (outcome === undefined || (part.outcome ?? 'none') === outcome)
  )
}

/** Every word of the search has to begin a word of the session. */
function matchOf(terms: string[]): string {
  return terms.map((term) => `"${term}"*`).join(' AND ')
}
