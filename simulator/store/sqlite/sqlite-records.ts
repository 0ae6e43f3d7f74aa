import type { DatabaseSync } from 'node:sqlite'
import type { Identity } from '../identity.ts'
import {
  type ActivityQuery,
  type Change,
  type CopyableRecords,
  type Document,
  type Job,
  type PageQuery,
  type StoredActivity,
  type View,
  VersionConflict,
  type Viewed,
} from '../records.ts'
import type { SizedText } from '../sized-text.ts'
import { WriteState } from '../write-state.ts'
import type { Checkpoints } from './checkpoint.ts'
import { Copying } from './copying.ts'
import type { Generation } from './generation.ts'
import { type CommitEvents, GroupCommit } from './group-commit.ts'
import { ActivityTable } from './tables/activity.ts'
import { BlobTable } from './tables/blobs.ts'
import { DocumentTable, type Prepared } from './tables/documents.ts'
import { JobTable } from './tables/jobs.ts'
import { MeterTable } from './tables/meters.ts'
import { Names } from './tables/names.ts'

/** Parts that only a database in a file has. */
interface OnDisk {
  file: string
  checkpoints: Checkpoints
  generation: Generation
}

/** Implements the records port over one SQLite connection. */
export class SqliteRecords implements CopyableRecords {
  readonly writes: WriteState
  readonly counting: WriteState | undefined
  readonly syncProblem: () => string | undefined
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
  /** Bytes of documents and images in the open transaction. */
  #bytes = 0
  /** Whether the open transaction contains anything but activity entries. */
  #counts = false
  /** Whether the open transaction contains anything. */
  #changed = false

  constructor(db: DatabaseSync, onDisk: OnDisk | undefined) {
    this.#db = db
    this.#names = new Names(db)
    this.#documents = new DocumentTable(db, this.#names)
    this.#blobs = new BlobTable(db, this.#names)
    this.#jobs = new JobTable(db, this.#names)
    this.#activity = new ActivityTable(db, this.#names)
    this.#meters = new MeterTable(db, this.#names)
    this.#onDisk = onDisk
    this.writes = new WriteState(onDisk?.file ?? ':memory:')
    this.counting = onDisk?.generation.writes
    this.syncProblem = () => onDisk?.checkpoints.problem
    const events: CommitEvents = {
      ending: () => {
        onDisk?.generation.refuseMoved()
        if (this.#counts) onDisk?.generation.next()
      },
      committed: () => {
        onDisk?.generation.committed(this.#activity.last)
        onDisk?.checkpoints.committed(this.#counts ? this.#bytes : undefined)
        // SQLite writes nothing for an empty transaction, so its success shows nothing.
        if (this.#changed) this.writes.succeeded()
        this.#startOver()
      },
      rolledBack: () => {
        onDisk?.generation.rolledBack()
        this.#reload()
      },
    }
    this.#commits = new GroupCommit(db, events, this.writes)
    onDisk?.generation.write(this.#activity.last)
    this.#copying = new Copying({
      db,
      commits: this.#commits,
      onDisk,
      replaced: () => {
        this.#reload()
        this.#documents.reload()
        onDisk?.generation.next()
        onDisk?.generation.committed(this.#activity.last)
      },
    })
  }

  get identity(): Identity | undefined {
    return this.#onDisk?.generation.identity
  }

  async read(scope: string, kind: string, id: string): Promise<Document | undefined> {
    return this.#documents.within(scope, kind, id)
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

  async reserve(): Promise<number> {
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
    await this.#commits.settled()
    return this.#jobs.lanes()
  }

  write(changes: Change[]): Promise<void> {
    if (this.#copying.replacing)
      return Promise.reject(
        new Error('the data that this write is based on is being replaced by a copy'),
      )
    const busy = this.#busy
    return busy ? busy.then(() => this.write(changes)) : this.#write(changes)
  }

  #write(changes: Change[]): Promise<void> {
    let committed: Promise<void>
    let prepared: Prepared[]
    try {
      prepared = changes.map(prepare)
      committed = this.#commits.begin()
    } catch (error) {
      return Promise.reject(error)
    }
    try {
      this.#documents.begin(prepared)
      for (const change of prepared) this.#apply(change)
    } catch (error) {
      // A conflict leaves no partial batch. Any other error (a full disk) may, so it aborts all
      // writes of the turn.
      return Promise.reject(error instanceof VersionConflict ? error : this.#commits.abort(error))
    }
    return committed
  }

  async clear(scope?: string): Promise<void> {
    do {
      await this.#busy
      // Do not await the commit of earlier writes here: another writer could begin in between. The
      // commit can begin a restart of the log.
      this.#commits.flush()
    } while (this.#busy)
    try {
      this.#db.exec('BEGIN IMMEDIATE')
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
      this.#onDisk?.generation.next()
      this.#db.exec('COMMIT')
    } catch (error) {
      throw this.#commits.abort(error)
    }
    this.writes.succeeded()
    this.#forget()
    this.#onDisk?.generation.committed(this.#activity.last)
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
    try {
      this.#commits.flush()
    } finally {
      this.#db.close()
      this.#onDisk?.checkpoints.release()
      this.#onDisk?.generation.close()
    }
  }

  /** Resolves when a transaction may begin; undefined if one may begin now. */
  get #busy(): Promise<void> | undefined {
    return this.#onDisk?.checkpoints.finishing ?? this.#copying.held
  }

  #startOver(): void {
    this.#jobs.ended()
    this.#bytes = 0
    this.#counts = false
    this.#changed = false
  }

  /** Discards cached state after the content was replaced. Reserved positions stay reserved. */
  #reload(): void {
    this.#forget()
    this.#names.reload()
  }

  /** The same after a deletion, which removes no names: reading all names again would be slow. */
  #forget(): void {
    this.#startOver()
    this.#blobs.forget()
    this.#documents.forget()
    this.#activity.reload()
  }

  #apply(change: Prepared): void {
    this.#changed = true
    if (change.type !== 'activity') this.#counts = true
    switch (change.type) {
      case 'put':
        this.#bytes += change.text.length
        return this.#documents.update(change)
      case 'remove':
        return this.#documents.remove(change)
      case 'put-blob':
        this.#bytes += change.bytes.length
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

function prepare(change: Change): Prepared {
  return change.type === 'put' ? { ...change, text: JSON.stringify(change.body) } : change
}
