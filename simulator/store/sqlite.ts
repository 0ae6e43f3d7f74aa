import { DatabaseSync, type StatementSync } from 'node:sqlite'
import { BlobCache } from './blob-cache.ts'
import { DocumentCache, storedDocument } from './cache.ts'
import { Checkpoints } from './checkpoint.ts'
import {
  type Activity, type ActivityQuery, type Change, type Document, type Job, type PageQuery, type Put, type Records,
  type StoredActivity, VersionConflict,
} from './records.ts'
import { SCHEMA, SCHEMA_VERSION } from './schema.ts'

/**
 * Records in one SQLite file, or in memory with `:memory:`.
 *
 * The writes of one turn of the event loop share one transaction, and their promises resolve when it is committed
 * (group commit). With WAL and `synchronous = NORMAL` a committed write survives the end of the process, however it ends.
 * @param report told of checkpoints that failed; nothing is lost by one
 * @throws {Error} if the file is no database of this program or of a newer one.
 */
export function openSqlite(file: string, report: (error: unknown) => void = console.error): Records {
  const db = new DatabaseSync(file)
  try {
    migrate(db)
    db.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL; PRAGMA cache_size = -65536; ' +
      // A worker takes the checkpoints; for the moment of its last step the writer waits.
      'PRAGMA temp_store = MEMORY; PRAGMA wal_autocheckpoint = 0; PRAGMA busy_timeout = 2000')
    return new SqliteRecords(db, file === ':memory:' ? undefined : new Checkpoints(file, report))
  } catch (error) {
    db.close()
    throw new Error(`${file} can't be used: ${(error as Error).message}. ` +
      'Use the program that wrote it, or another data directory.', { cause: error })
  }
}

function migrate(db: DatabaseSync): void {
  const { version } = db.prepare('SELECT user_version AS version FROM pragma_user_version').get() as { version: number }
  if (version === SCHEMA_VERSION) return
  const { tables } = db.prepare('SELECT count(*) AS tables FROM sqlite_schema').get() as { tables: number }
  if (version !== 0 || tables > 0) {
    throw new Error(`expected records of version ${SCHEMA_VERSION}, got version ${version}`)
  }
  db.exec(`BEGIN; ${SCHEMA}; PRAGMA user_version = ${SCHEMA_VERSION}; COMMIT`)
}

/** Images are asked for again and again, and read from the database at a third of a request's cost. */
const BLOB_CACHE_BYTES = 32 * 1024 * 1024

interface DocumentRow { seq: number, scope: number, kind: number, id: string, version: number, body: string }
interface ActivityRow {
  seq: number, at: number, session: string, action: number, artifact: number, outcome: number, actor: number
}

interface Group { done: Promise<void>, resolve: () => void, reject: (error: unknown) => void }

class SqliteRecords implements Records {
  #db: DatabaseSync
  #statements = new Map<string, StatementSync>()
  #cache = new DocumentCache(16_384)
  #numbers = new Map<string, number>()
  #names = new Map<number, string>()
  #group: Group | undefined
  #blobs = new BlobCache(BLOB_CACHE_BYTES)
  #checkpoints: Checkpoints | undefined

  constructor(db: DatabaseSync, checkpoints: Checkpoints | undefined) {
    this.#db = db
    this.#checkpoints = checkpoints
    this.#loadNames()
  }

  async read(scope: string, kind: string, id: string): Promise<Document | undefined> {
    return this.#visible(scope, this.#load(kind, id))
  }

  peek(scope: string, kind: string, id: string): Document | undefined {
    return this.#visible(scope, this.#cache.get(kind, id))
  }

  async find(kind: string, id: string): Promise<Document | undefined> {
    return this.#load(kind, id)
  }

  async page(scope: string, kind: string, query: PageQuery): Promise<Document[]> {
    let where = 'scope = ? AND kind = ? AND seq < ?'
    const values: (string | number)[] = [this.#number(scope), this.#number(kind), query.before ?? Number.MAX_SAFE_INTEGER]
    for (const key of ['key1', 'key2'] as const) {
      const value = query[key]
      if (value === undefined) continue
      where += ` AND ${key} = ?`
      values.push(value)
    }
    const sql = `SELECT seq, scope, kind, id, version, body FROM documents WHERE ${where} ORDER BY seq DESC LIMIT ?`
    const rows = this.#prepared(sql).all(...values, query.limit) as unknown as DocumentRow[]
    return rows.map((row) => this.#fromRow(row))
  }

  async count(scope: string, kind: string): Promise<number> {
    const row = this.#prepared('SELECT count(*) AS count FROM documents WHERE scope = ? AND kind = ?')
      .get(this.#number(scope), this.#number(kind)) as { count: number }
    return row.count
  }

  async countActivity(scope: string): Promise<Map<string, number>> {
    const rows = this.#prepared('SELECT action, count(*) AS count FROM activity WHERE scope = ? GROUP BY action')
      .all(this.#number(scope)) as { action: number, count: number }[]
    return new Map(rows.map(({ action, count }) => [this.#names.get(action)!, count]))
  }

  async blob(sha256: string): Promise<Buffer | undefined> {
    const cached = this.#blobs.get(sha256)
    if (cached) return cached
    const row = this.#prepared('SELECT bytes FROM blobs WHERE sha256 = ?').get(sha256) as { bytes: Uint8Array } | undefined
    if (!row) return undefined
    const blob = Buffer.from(row.bytes.buffer, row.bytes.byteOffset, row.bytes.byteLength)
    this.#blobs.set(sha256, blob)
    return blob
  }

  async activity(scope: string, query: ActivityQuery): Promise<StoredActivity[]> {
    const rows = this.#prepared(`
      SELECT seq, at, session, action, artifact, outcome, actor FROM activity
      WHERE scope = ? AND seq < ? AND (? IS NULL OR session = ?) ORDER BY seq DESC LIMIT ?`)
      .all(this.#number(scope), query.before ?? Number.MAX_SAFE_INTEGER, query.session ?? null, query.session ?? null,
        query.limit) as unknown as ActivityRow[]
    const name = (no: number): string => this.#names.get(no)!
    return rows.map((row) => ({
      ...row, action: name(row.action), artifact: name(row.artifact), outcome: name(row.outcome), actor: name(row.actor),
    }))
  }

  async dueJobs(lane: string, until: number, limit: number): Promise<Job[]> {
    return this.#prepared('SELECT * FROM jobs WHERE lane = ? AND due <= ? ORDER BY due, id LIMIT ?')
      .all(lane, until, limit) as unknown as Job[]
  }

  async lanes(): Promise<{ lane: string, due: number }[]> {
    // A step per lane instead of a scan of all jobs: a million sessions wait in one lane.
    return this.#prepared(`
      WITH RECURSIVE next(lane) AS (
        SELECT min(lane) FROM jobs
        UNION ALL SELECT (SELECT min(lane) FROM jobs WHERE lane > next.lane) FROM next WHERE lane IS NOT NULL)
      SELECT lane, (SELECT min(due) FROM jobs WHERE jobs.lane = next.lane) AS due FROM next WHERE lane IS NOT NULL`)
      .all() as unknown as { lane: string, due: number }[]
  }

  write(changes: Change[]): Promise<void> {
    try {
      for (const change of changes) if (change.type === 'put') this.#checkVersion(change)
      this.#group ??= this.#begin()
    } catch (error) {
      return Promise.reject(error)
    }
    const { done } = this.#group
    try {
      for (const change of changes) this.#apply(change)
    } catch (error) {
      this.#abort(error)
    }
    return done
  }

  async clear(scope?: string): Promise<void> {
    // What was written before goes first. Waiting for its commit instead would let somebody else begin in between.
    this.#commit()
    this.#db.exec('BEGIN')
    try {
      if (scope === undefined) {
        for (const table of ['documents', 'blobs', 'blob_refs', 'jobs', 'activity']) this.#run(`DELETE FROM ${table}`)
      } else {
        const no = this.#number(scope)
        for (const table of ['documents', 'blob_refs', 'activity']) {
          this.#run(`DELETE FROM ${table} WHERE scope = ?`, no)
        }
        this.#run('DELETE FROM jobs WHERE scope = ?', scope)
        this.#run('DELETE FROM blobs WHERE sha256 NOT IN (SELECT sha256 FROM blob_refs)')
      }
      this.#db.exec('COMMIT')
    } catch (error) {
      this.#abort(error)
      throw error
    }
    this.#forget()
  }

  async close(): Promise<void> {
    this.#commit()
    await this.#checkpoints?.close()
    this.#db.close()
  }

  #forget(): void {
    this.#cache.clear()
    this.#blobs.clear()
  }

  #visible(scope: string, document: Document | undefined): Document | undefined {
    return document?.scope === scope ? document : undefined
  }

  #load(kind: string, id: string): Document | undefined {
    const cached = this.#cache.get(kind, id)
    if (cached) return cached
    const row = this.#prepared('SELECT seq, scope, kind, id, version, body FROM documents WHERE id = ? AND kind = ?')
      .get(id, this.#number(kind)) as DocumentRow | undefined
    return row && this.#fromRow(row)
  }

  #fromRow(row: DocumentRow): Document {
    const kind = this.#names.get(row.kind)!
    const cached = this.#cache.get(kind, row.id)
    if (cached) return cached
    const document = storedDocument(this.#names.get(row.scope)!, kind, row.id, row.seq, row.version, row.body)
    this.#cache.set(document)
    return document
  }

  #checkVersion(put: Put): void {
    const stored = this.#load(put.kind, put.id)
    const version = stored?.version ?? 0
    if (version !== put.ifVersion || (stored && stored.scope !== put.scope)) {
      throw new VersionConflict(put.kind, put.id, put.ifVersion, version)
    }
  }

  #apply(change: Change): void {
    switch (change.type) {
      case 'put': return this.#put(change)
      case 'remove':
        this.#run('DELETE FROM documents WHERE id = ? AND kind = ? AND scope = ?', change.id, this.#number(change.kind),
          this.#number(change.scope))
        return this.#cache.delete(change.kind, change.id)
      case 'put-blob':
        this.#run('INSERT INTO blobs (sha256, bytes) VALUES (?, ?) ON CONFLICT DO NOTHING', change.sha256, change.bytes)
        return this.#run('INSERT INTO blob_refs (scope, sha256, count) VALUES (?, ?, 1) ON CONFLICT DO UPDATE SET count = count + 1',
          this.#number(change.scope), change.sha256)
      case 'drop-blob':
        this.#blobs.delete(change.sha256)
        this.#run('UPDATE blob_refs SET count = count - 1 WHERE sha256 = ? AND scope = ?', change.sha256,
          this.#number(change.scope))
        this.#run('DELETE FROM blob_refs WHERE sha256 = ? AND count <= 0', change.sha256)
        return this.#run('DELETE FROM blobs WHERE sha256 = ? AND NOT EXISTS (SELECT 1 FROM blob_refs WHERE sha256 = ?)',
          change.sha256, change.sha256)
      case 'schedule': {
        const { id, lane, due, kind, scope, ref } = change.job
        return this.#run('INSERT OR REPLACE INTO jobs (id, lane, due, kind, scope, ref) VALUES (?, ?, ?, ?, ?, ?)',
          id, lane, due, kind, scope, ref)
      }
      case 'unschedule': return this.#run('DELETE FROM jobs WHERE id = ?', change.id)
      case 'activity': return this.#activity(change)
    }
  }

  #put(put: Put): void {
    const body = JSON.stringify(put.body)
    const scope = this.#number(put.scope)
    const kind = this.#number(put.kind)
    let seq: number
    if (put.ifVersion === 0) {
      const added = this.#prepared('INSERT INTO documents (scope, kind, id, version, key1, key2, body) VALUES (?, ?, ?, 1, ?, ?, ?)')
        .run(scope, kind, put.id, put.key1 ?? null, put.key2 ?? null, body)
      seq = Number(added.lastInsertRowid)
    } else {
      seq = this.#load(put.kind, put.id)!.seq
      this.#run('UPDATE documents SET version = ?, body = ? WHERE seq = ?', put.ifVersion + 1, body, seq)
      this.#putKeys(put, seq)
    }
    this.#cache.set(storedDocument(put.scope, put.kind, put.id, seq, put.ifVersion + 1, body))
  }

  /** Apart from the body, which changes far more often: a statement that names a key touches its index. */
  #putKeys({ key1, key2 }: Put, seq: number): void {
    if (key1 === undefined && key2 === undefined) return
    this.#run('UPDATE documents SET key1 = coalesce(?, key1), key2 = coalesce(?, key2) WHERE seq = ?', key1 ?? null, key2 ?? null, seq)
  }

  #activity(entry: Activity): void {
    this.#run('INSERT INTO activity (scope, at, session, action, artifact, outcome, actor) VALUES (?, ?, ?, ?, ?, ?, ?)',
      this.#number(entry.scope), entry.at, entry.session, this.#number(entry.action), this.#number(entry.artifact),
      this.#number(entry.outcome), this.#number(entry.actor))
  }

  #begin(): Group {
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    this.#db.exec('BEGIN')
    setImmediate(() => this.#commit())
    return { done: promise, resolve, reject }
  }

  #commit(): void {
    const group = this.#group
    if (!group) return
    try {
      this.#db.exec('COMMIT')
    } catch (error) {
      return this.#abort(error)
    }
    this.#group = undefined
    group.resolve()
    this.#checkpoints?.committed()
  }

  /** A write that fails (a full disk) takes its whole group with it: no caller of the group has been answered yet. */
  #abort(error: unknown): void {
    const group = this.#group
    this.#group = undefined
    if (this.#db.isTransaction) this.#db.exec('ROLLBACK')
    this.#forget()
    this.#loadNames()
    group?.reject(error)
  }

  #loadNames(): void {
    this.#numbers.clear()
    this.#names.clear()
    for (const row of this.#prepared('SELECT no, name FROM names').all() as { no: number, name: string }[]) {
      this.#numbers.set(row.name, row.no)
      this.#names.set(row.no, row.name)
    }
  }

  #number(name: string): number {
    let no = this.#numbers.get(name)
    if (no === undefined) {
      no = Number(this.#prepared('INSERT INTO names (name) VALUES (?)').run(name).lastInsertRowid)
      this.#numbers.set(name, no)
      this.#names.set(no, name)
    }
    return no
  }

  #prepared(sql: string): StatementSync {
    let statement = this.#statements.get(sql)
    if (!statement) {
      statement = this.#db.prepare(sql)
      this.#statements.set(sql, statement)
    }
    return statement
  }

  #run(sql: string, ...values: (string | number | Uint8Array | null)[]): void {
    this.#prepared(sql).run(...values)
  }
}
