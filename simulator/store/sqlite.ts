import { DatabaseSync } from 'node:sqlite'
import { Checkpoints } from './checkpoint.ts'
import { Copies } from './copies.ts'
import { Copying } from './copying.ts'
import { GroupCommit } from './group-commit.ts'
import {
  type ActivityQuery,
  type Change,
  type Document,
  type Job,
  type PageQuery,
  type Records,
  type StoredActivity,
  type View,
  VersionConflict,
  type Viewed,
} from './records.ts'
import { type Applied, appliedActivity } from './redo-entry.ts'
import { RedoLog } from './redo-log.ts'
import { SCHEMA, SCHEMA_VERSION } from './schema.ts'
import type { SizedText } from './sized-text.ts'
import { ActivityTable } from './tables/activity.ts'
import { BlobTable } from './tables/blobs.ts'
import { DocumentTable } from './tables/documents.ts'
import { JobTable } from './tables/jobs.ts'
import { MeterTable } from './tables/meters.ts'
import { Names } from './tables/names.ts'

/** A session that has run its course fits into one with all that is known of it. With 4 KB files are a quarter larger. */
const PAGE_BYTES = 8192

/**
 * Records in one SQLite file, or in memory with `:memory:`.
 *
 * The writes of one turn of the event loop are kept together, and their promises resolve when they are (group commit): in
 * memory by a commit, in a file by an entry of the redo log beside it. What is kept survives the end of the process,
 * however it ends.
 * @param report told of checkpoints and commits that failed; nothing is lost by one
 * @throws {Error} if the file is no database of this program or of a newer one.
 */
export function openSqlite(
  file: string,
  report: (error: unknown) => void = console.error,
): Records {
  const db = new DatabaseSync(file)
  let redo: RedoLog | undefined
  try {
    // Before there is anything in it; a file that holds something keeps the size of its pages.
    db.exec(`PRAGMA page_size = ${PAGE_BYTES}`)
    migrate(db)
    db.exec(
      'PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL; PRAGMA cache_size = -32768; ' +
        // A worker takes the checkpoints; writes wait for its last step without holding up others.
        'PRAGMA temp_store = MEMORY; PRAGMA wal_autocheckpoint = 0; PRAGMA busy_timeout = 2000',
    )
    if (file === ':memory:') return new SqliteRecords(db, report, undefined)
    redo = new RedoLog(db, `${file}-redo`)
    return new SqliteRecords(db, report, {
      checkpoints: new Checkpoints(file, report),
      copies: new Copies(file),
      redo,
    })
  } catch (error) {
    redo?.release()
    db.close()
    throw new Error(
      `${file} can't be used: ${(error as Error).message}. ` +
        'Use the program that wrote it, or another data directory.',
      { cause: error },
    )
  }
}

function migrate(db: DatabaseSync): void {
  const { version } = db
    .prepare('SELECT user_version AS version FROM pragma_user_version')
    .get() as { version: number }
  if (version === SCHEMA_VERSION) return
  const { tables } = db.prepare('SELECT count(*) AS tables FROM sqlite_schema').get() as {
    tables: number
  }
  if (version !== 0 || tables > 0) {
    throw new Error(`expected records of version ${SCHEMA_VERSION}, got version ${version}`)
  }
  db.exec(`BEGIN; ${SCHEMA}; PRAGMA user_version = ${SCHEMA_VERSION}; COMMIT`)
}

/** What a database in a file has, and one in memory has no need of. */
interface OnDisk {
  checkpoints: Checkpoints
  copies: Copies
  redo: RedoLog
}

class SqliteRecords implements Records {
  #db: DatabaseSync
  #names: Names
  #documents: DocumentTable
  #blobs: BlobTable
  #jobs: JobTable
  #activity: ActivityTable
  #meters: MeterTable
  #commits: GroupCommit
  #onDisk: OnDisk | undefined
  #copying: Copying

  constructor(db: DatabaseSync, report: (error: unknown) => void, onDisk: OnDisk | undefined) {
    this.#db = db
    this.#names = new Names(db)
    this.#documents = new DocumentTable(db, this.#names)
    this.#blobs = new BlobTable(db, this.#names)
    this.#jobs = new JobTable(db, this.#names)
    this.#activity = new ActivityTable(db, this.#names)
    this.#meters = new MeterTable(db, this.#names)
    this.#onDisk = onDisk
    this.#commits = new GroupCommit(
      db,
      {
        apply: (changes) => this.#apply(changes),
        ending: () => {
          this.#activity.flush()
          this.#meters.flush()
        },
        committed: (bytes) => onDisk?.checkpoints.committed(bytes),
        rolledBack: () => {
          this.#forget()
          this.#names.reload()
          // What was kept is applied again, and comes to stand in the same places.
          this.#activity.reload()
        },
        failed: report,
      },
      onDisk?.redo,
    )
    if (onDisk) onDisk.checkpoints.moved = () => this.#commits.commit()
    this.#commits.recover()
    this.#copying = new Copying({
      db,
      commits: this.#commits,
      onDisk,
      replaced: () => {
        this.#forget()
        for (const part of [this.#names, this.#documents, this.#activity, onDisk?.redo])
          part?.reload()
      },
    })
  }

  async read(scope: string, kind: string, id: string): Promise<Document | undefined> {
    return visible(scope, this.#documents.get(kind, id))
  }

  async view(scope: string, view: View, id: string): Promise<SizedText | undefined> {
    return this.#documents.view(scope, view, id)
  }

  peekView(scope: string, view: View, id: string): SizedText | undefined {
    return this.#documents.peekView(scope, view, id)
  }

  async find(kind: string, id: string): Promise<Document | undefined> {
    return this.#documents.get(kind, id)
  }

  reserve(): number {
    return this.#documents.reserve()
  }

  async page(scope: string, kind: string, query: PageQuery): Promise<Document[]> {
    return this.#documents.page(scope, kind, query)
  }

  async pageViews(scope: string, view: View, query: PageQuery): Promise<Viewed[]> {
    return this.#documents.pageViews(scope, view, query)
  }

  async count(scope: string, kind: string): Promise<number> {
    return this.#documents.count(scope, kind)
  }

  countActivity(scope: string): Promise<Map<string, number>> {
    return this.#activity.count(scope)
  }

  async meters(scope: string): Promise<Map<string, number>> {
    return this.#meters.of(scope)
  }

  async blob(sha256: string): Promise<Buffer | undefined> {
    return this.#blobs.get(sha256)
  }

  peekBlob(sha256: string): Buffer | undefined {
    return this.#blobs.cached(sha256)
  }

  activity(scope: string, query: ActivityQuery): Promise<StoredActivity[]> {
    return this.#activity.page(scope, query)
  }

  async dueJobs(lane: string, until: number, limit: number): Promise<Job[]> {
    return this.#jobs.due(lane, until, limit)
  }

  async lanes(): Promise<{ lane: string; due: number }[]> {
    return this.#jobs.lanes()
  }

  write(changes: Change[]): Promise<void> {
    if (this.#copying.replacing)
      return Promise.reject(new Error('what this was read from is being replaced by a copy'))
    const busy = this.#busy
    return busy ? busy.then(() => this.write(changes)) : this.#write(changes)
  }

  #write(changes: Change[]): Promise<void> {
    try {
      const prepared = changes.map((change) => this.#prepare(change))
      // It may have to bring back what was kept before; only then versions can be compared.
      this.#commits.begin()
      this.#documents.check(prepared)
      return this.#applied(prepared)
    } catch (error) {
      return Promise.reject(error)
    }
  }

  #prepare(change: Change): Applied {
    if (change.type === 'activity') return appliedActivity(change)
    return change.type === 'put' ? this.#documents.prepare(change) : change
  }

  #applied(changes: Applied[]): Promise<void> {
    try {
      this.#apply(changes)
    } catch (error) {
      // A conflict has undone what little it had written; the neighbours in the group go on.
      if (!(error instanceof VersionConflict)) this.#commits.abort(error)
      throw error
    }
    return this.#commits.keep(changes)
  }

  async clear(scope?: string): Promise<void> {
    while (this.#busy) await this.#busy
    // What was written before goes first. Waiting for its commit instead would let somebody else begin in between.
    this.#commits.flush()
    this.#db.exec('BEGIN IMMEDIATE')
    try {
      if (scope === undefined) {
        for (const table of ['documents', 'blobs', 'blob_refs', 'jobs', 'activity', 'meters'])
          this.#db.exec(`DELETE FROM ${table}`)
      } else {
        const no = this.#names.number(scope)
        for (const table of ['documents', 'blob_refs', 'jobs', 'meters']) {
          this.#db.prepare(`DELETE FROM ${table} WHERE scope = ?`).run(no)
        }
        this.#activity.clear(scope)
        this.#db.exec('DELETE FROM blobs WHERE sha256 NOT IN (SELECT sha256 FROM blob_refs)')
      }
      this.#db.exec('COMMIT')
    } catch (error) {
      this.#commits.abort(error)
      throw error
    }
    this.#forget()
  }

  copyTo(file: string, atMoment: () => void): Promise<void> {
    return this.#copying.copyTo(file, atMoment)
  }

  replaceBy(file: string): Promise<void> {
    return this.#copying.replaceBy(file)
  }

  async close(): Promise<void> {
    await this.#copying.close()
    await this.#onDisk?.checkpoints.close()
    this.#commits.close()
    this.#db.close()
    this.#onDisk?.checkpoints.release()
    this.#onDisk?.redo.close()
  }

  /** What a transaction has to wait for before it begins. */
  get #busy(): Promise<void> | undefined {
    return this.#onDisk?.checkpoints.finishing ?? this.#copying.held
  }

  #forget(): void {
    this.#documents.forget()
    this.#blobs.forget()
    this.#activity.forget()
    this.#meters.forget()
  }

  #apply(changes: Applied[]): void {
    this.#documents.addNew(changes)
    for (const change of changes) this.#applyOne(change)
  }

  #applyOne(change: Applied): void {
    switch (change.type) {
      case 'put':
        return change.ifVersion === 0 ? undefined : this.#documents.update(change)
      case 'remove':
        return this.#documents.remove(change)
      case 'put-blob':
        return this.#blobs.put(change)
      case 'drop-blob':
        return this.#blobs.drop(change)
      case 'schedule':
        return this.#jobs.schedule(change.job)
      case 'unschedule':
        return this.#jobs.unschedule(change.id)
      case 'activity':
        return this.#activity.add(change)
      case 'meter':
        return this.#meters.add(change)
    }
  }
}

function visible(scope: string, document: Document | undefined): Document | undefined {
  return document?.scope === scope ? document : undefined
}
