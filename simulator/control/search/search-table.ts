import { DatabaseSync, type StatementSync } from 'node:sqlite'

/** A session as the search knows it. */
export interface SearchRow {
  seq: number
  id: string
  status: string
  outcome: string | null
  /** Epoch ms. */
  created: number
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

/** Lengths of the spans of time whose places are known. */
const QUARTER_MS = 900_000
const DAY_MS = 86_400_000
const QUARTERS_OF_DAY = DAY_MS / QUARTER_MS

/** Rows that are written before they are committed: each commit writes what the engine holds in a segment of its own. */
const COMMIT_ROWS = 100

/**
 * Full-text rows are contentless: personal data is not stored in clear. `spans` bounds the places of each day and
 * each
 * quarter of an hour, since the clock of a simulator may be set back and places do not follow it. The row number of a
 * full-text row is the negative place of its session, so the engine returns newest first. Beginnings of up to eight
 * letters have
 * an index: for longer ones the engine first collects every session with such a word.
 */
const SCHEMA = `
  CREATE TABLE sessions (seq INTEGER PRIMARY KEY, scope INTEGER, id TEXT UNIQUE, status TEXT, outcome TEXT, created INTEGER);
  CREATE INDEX by_place ON sessions (scope, seq, created);
  CREATE INDEX by_status ON sessions (scope, status, seq, created);
  CREATE INDEX by_outcome ON sessions (scope, outcome, seq, created);
  CREATE INDEX by_both ON sessions (scope, status, outcome, seq, created);
  CREATE TABLE totals (scope INTEGER, status TEXT, outcome TEXT, sessions INTEGER, PRIMARY KEY (scope, status, outcome));
  CREATE TABLE spans (scope INTEGER, length INTEGER, no INTEGER, first INTEGER, last INTEGER, PRIMARY KEY (scope, length, no)) WITHOUT ROWID;
  CREATE VIRTUAL TABLE found USING fts5(facets, words, content = '', contentless_delete = 1, prefix = '1 2 3 4 5 6 7 8',
    tokenize = "unicode61 remove_diacritics 2 tokenchars '_'");
`

/** Sessions by status, outcome and word, in memory. The cost of a query does not grow with the number of sessions. */
export class SearchTable {
  #db = new DatabaseSync(':memory:')
  #scopes = new Map<string, number>()
  #statements = new Map<string, StatementSync>()
  /** Since the last commit. */
  #written = 0

  constructor() {
    this.#db.exec(SCHEMA)
  }

  put(scope: string, row: SearchRow): void {
    this.#begin()
    const plane = this.#plane(scope)
    const { seq, id, status, outcome, created, words } = row
    this.remove(id)
    this.#run(
      'INSERT INTO sessions VALUES (?, ?, ?, ?, ?, ?)',
      seq,
      plane,
      id,
      status,
      outcome,
      created,
    )
    this.#run(
      'INSERT INTO found (rowid, facets, words) VALUES (?, ?, ?)',
      -seq,
      facets(plane, row),
      words,
    )
    this.#count(plane, status, outcome, 1)
    for (const length of [QUARTER_MS, DAY_MS])
      this.#run(
        `INSERT INTO spans VALUES (?, ?, ?, ?, ?) ON CONFLICT DO UPDATE
         SET first = min(first, excluded.first), last = max(last, excluded.last)`,
        plane,
        length,
        Math.floor(created / length),
        seq,
        seq,
      )
  }

  remove(id: string): void {
    this.#begin()
    const old = this.#statement(
      'SELECT seq, scope, status, outcome FROM sessions WHERE id = ?',
    ).get(id) as { seq: number; scope: number; status: string; outcome: string | null } | undefined
    if (!old) return
    this.#run('DELETE FROM sessions WHERE seq = ?', old.seq)
    this.#run('DELETE FROM found WHERE rowid = ?', -old.seq)
    this.#count(old.scope, old.status, old.outcome, -1)
  }

  totals(scope: string): Total[] {
    const rows = this.#statement(
      'SELECT status, outcome, sessions FROM totals WHERE scope = ? AND sessions > 0',
    ).all(this.#plane(scope)) as unknown as (Total & { outcome: string })[]
    return rows.map(({ outcome, ...rest }) => ({
      ...rest,
      outcome: outcome === '' ? null : outcome,
    }))
  }

  /** Ids of the sessions that match, newest first. */
  find(scope: string, query: SearchQuery): string[] {
    const plane = this.#plane(scope)
    const terms = termsOf(query.q)
    if (terms === undefined) return []
    const { from = -8.64e15, to = 8.64e15, before = Number.MAX_SAFE_INTEGER, limit } = query
    const places = this.#places(plane, from, to - 1)
    if (!places) return []
    const place = [places.first, Math.min(places.last, before - 1), from, to, limit]
    if (terms.length === 0) {
      const { where, values } = columnsOf(query)
      return this.#statement(
        `SELECT id FROM sessions WHERE scope = ? ${where} AND seq >= ? AND seq <= ? AND created >= ? AND created < ?
         ORDER BY seq DESC LIMIT ?`,
      )
        .all(plane, ...values, ...place)
        .map(({ id }) => id as string)
    }
    return this.#statement(
      `SELECT s.id FROM found CROSS JOIN sessions s ON s.seq = -found.rowid
       WHERE found MATCH ? AND found.rowid <= -? AND found.rowid >= -? AND s.created >= ? AND s.created < ?
       ORDER BY found.rowid LIMIT ?`,
    )
      .all(matchOf(plane, query, terms), ...place)
      .map(({ id }) => id as string)
  }

  /** Places between which all sessions of a time are, both ends inclusive; undefined where there are none. */
  #places(plane: number, from: number, to: number): { first: number; last: number } | undefined {
    const [first, last] = [Math.floor(from / QUARTER_MS), Math.floor(to / QUARTER_MS)]
    const [firstDay, lastDay] = [Math.floor(from / DAY_MS), Math.floor(to / DAY_MS)]
    // Whole days within, and the quarters of the days at both ends.
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
            'SELECT min(first) AS first, max(last) AS last FROM spans WHERE scope = ? AND length = ? AND no BETWEEN ? AND ?',
          ).get(plane, ...range) as { first: number | null; last: number | null },
      )
      .filter((one): one is { first: number; last: number } => one.first !== null)
    if (found.length === 0) return undefined
    return {
      first: Math.min(...found.map((one) => one.first)),
      last: Math.max(...found.map((one) => one.last)),
    }
  }

  /** This connection alone reads the table, and sees what is not committed. */
  #begin(): void {
    if (this.#written === COMMIT_ROWS) {
      this.#db.exec('COMMIT')
      this.#written = 0
    }
    if (this.#written++ === 0) this.#db.exec('BEGIN')
  }

  #count(plane: number, status: string, outcome: string | null, by: number): void {
    this.#run(
      'INSERT INTO totals VALUES (?, ?, ?, ?) ON CONFLICT DO UPDATE SET sessions = sessions + excluded.sessions',
      plane,
      status,
      outcome ?? '',
      by,
    )
  }

  #plane(scope: string): number {
    const known = this.#scopes.get(scope)
    if (known !== undefined) return known
    this.#scopes.set(scope, this.#scopes.size)
    return this.#scopes.size - 1
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

/** Filters are words too: the engine then intersects them with what is searched. */
function facets(plane: number, { status, outcome }: Pick<SearchRow, 'status' | 'outcome'>): string {
  return [`p${plane}`, `p${plane}_s_${status}`, `p${plane}_o_${outcome ?? 'none'}`].join(' ')
}

/** Words of the search. Undefined when it holds nothing but punctuation. */
function termsOf(q: string | undefined): string[] | undefined {
  const terms = q?.split(/\s+/).filter((term) => /[\p{L}\p{N}_]/u.test(term)) ?? []
  return q?.trim() && terms.length === 0 ? undefined : terms
}

/** Without words an index of the table has the order already: the engine would walk all that is newer first. */
function columnsOf({ status, outcome }: SearchQuery): {
  where: string
  values: (string | null)[]
} {
  return {
    where: `${status === undefined ? '' : 'AND status = ?'} ${outcome === undefined ? '' : 'AND outcome IS ?'}`,
    values: [
      ...(status === undefined ? [] : [status]),
      ...(outcome === undefined ? [] : [outcome === 'none' ? null : outcome]),
    ],
  }
}

/** Every word of the search has to begin a word of the session. */
function matchOf(plane: number, { status, outcome }: SearchQuery, terms: string[]): string {
  const wanted = [
    ...(status === undefined ? [] : [`p${plane}_s_${status}`]),
    ...(outcome === undefined ? [] : [`p${plane}_o_${outcome}`]),
  ]
  if (wanted.length === 0) wanted.push(`p${plane}`)
  return [
    ...wanted.map((facet) => `facets : "${facet}"`),
    ...terms.map((term) => `words : "${term.replaceAll('"', '""')}"*`),
  ].join(' AND ')
}
