import type { DatabaseSync } from 'node:sqlite'
import type { Identity } from '../identity.ts'
import { type Change, type CopyableRecords, VersionConflict } from '../records.ts'
import { WriteState } from '../write-state.ts'
import type { Checkpoints } from './checkpoint.ts'
import { Copying } from './copying.ts'
import type { Generation } from './generation.ts'
import { GroupCommit } from './group-commit.ts'
import { ActivityTable } from './tables/activity.ts'
import { BlobTable } from './tables/blobs.ts'
import { DocumentTable, type Prepared } from './tables/documents.ts'
import { JobTable } from './tables/jobs.ts'
import { MeterTable } from './tables/meters.ts'
import { Names } from './tables/names.ts'

/** Records with the identity of their data folder. */
export interface StoredRecords extends CopyableRecords {
  /** Undefined in memory. */
  readonly identity: Identity | undefined
  readonly writes: WriteState
  /** Writes of the file that counts the commits; undefined in memory. */
  readonly counting: WriteState | undefined
  /** Returns why the log grows until the next start, and what to do; undefined if it does not. */
  readonly syncProblem: () => string | undefined
}

/** Parts that only a database in a file has. */
interface OnDisk {
  file: string
  checkpoints: Checkpoints
  generation: Generation
}

/** Implements the records port over one SQLite connection. */
export function sqliteRecords(db: DatabaseSync, onDisk: OnDisk | undefined): StoredRecords {
  const { checkpoints, generation } = onDisk ?? {}
  const names = new Names(db)
  const documents = new DocumentTable(db, names)
  const blobs = new BlobTable(db, names)
  const jobs = new JobTable(db, names)
  const activity = new ActivityTable(db, names)
  const meters = new MeterTable(db, names)
  const writes = new WriteState(onDisk?.file ?? ':memory:')
  /** Bytes of documents and images in the open transaction. */
  let bytes = 0
  /** Whether the open transaction contains anything but activity entries. */
  let counts = false
  /** Whether the open transaction contains anything. */
  let changed = false

  const startOver = (): void => {
    jobs.ended()
    bytes = 0
    counts = changed = false
  }
  /** Discards cached content, which was deleted or replaced. Reserved positions stay reserved. */
  const forget = (): void => {
    blobs.forget()
    documents.forget()
    activity.reload()
  }
  const reload = (): void => {
    startOver()
    forget()
    names.reload()
  }
  const commits = new GroupCommit(
    db,
    {
      ending: () => {
        generation?.refuseMoved()
        if (counts) generation?.next()
      },
      committed: () => {
        generation?.committed(activity.last)
        checkpoints?.committed(counts ? bytes : undefined)
        // SQLite writes nothing for an empty transaction, so its success shows nothing.
        if (changed) writes.succeeded()
        startOver()
      },
      rolledBack: () => {
        generation?.rolledBack()
        reload()
      },
    },
    writes,
  )
  generation?.write(activity.last)
  const copying = new Copying({
    db,
    commits,
    onDisk,
    replaced: () => {
      reload()
      documents.reload()
      generation?.next()
      generation?.committed(activity.last)
    },
  })

  /** Resolves when a transaction may begin; undefined if one may begin now. */
  const whenFree = (): Promise<void> | undefined => checkpoints?.finishing ?? copying.held

  function apply(change: Prepared): void {
    changed = true
    if (change.type !== 'activity') counts = true
    switch (change.type) {
      case 'put':
        bytes += change.text.length
        return documents.update(change)
      case 'remove':
        return documents.remove(change)
      case 'put-blob':
        bytes += change.bytes.length
        return blobs.put(change)
      case 'drop-blob':
        return blobs.drop(change)
      case 'schedule':
        return jobs.schedule(change.job)
      case 'unschedule':
        return jobs.unschedule(change.id)
      case 'activity':
        return activity.add(change)
      case 'meter':
        return meters.add(change)
    }
  }

  /** Changes the database in the transaction of this turn. @returns resolves after its commit */
  function inGroup(act: () => void): Promise<void> {
    const committed = commits.begin()
    try {
      act()
    } catch (error) {
      // A conflict leaves no partial batch. Any other error (a full disk) may, so it aborts all
      // writes of the turn.
      throw error instanceof VersionConflict ? error : commits.abort(error)
    }
    return committed
  }

  function write(changes: Change[]): Promise<void> {
    if (copying.replacing)
      return Promise.reject(
        new Error('the data that this write is based on is being replaced by a copy'),
      )
    const busy = whenFree()
    if (busy) return busy.then(() => write(changes))
    try {
      const prepared = changes.map(prepare)
      return inGroup(() => {
        documents.begin(prepared)
        for (const change of prepared) apply(change)
      })
    } catch (error) {
      return Promise.reject(error)
    }
  }

  async function clear(scope?: string): Promise<void> {
    do {
      await whenFree()
      // Do not await the commit of earlier writes here: another writer could begin in between. The
      // commit can begin a restart of the log.
      commits.flush()
    } while (whenFree())
    await inGroup(() => {
      changed = counts = true
      if (scope === undefined) {
        for (const table of ['documents', 'blobs', 'blob_refs', 'jobs', 'activity', 'meters'])
          db.exec(`DELETE FROM ${table}`)
      } else {
        const no = names.number(scope)
        for (const table of ['documents', 'blob_refs', 'jobs', 'meters'])
          db.prepare(`DELETE FROM ${table} WHERE scope = ?`).run(no)
        activity.clear(scope)
        db.exec('DELETE FROM blobs WHERE sha256 NOT IN (SELECT sha256 FROM blob_refs)')
      }
      forget()
    })
  }

  async function close(): Promise<void> {
    await copying.close()
    await checkpoints?.close()
    try {
      commits.flush()
    } finally {
      db.close()
      checkpoints?.release()
      generation?.close()
    }
  }

  return {
    writes,
    counting: generation?.writes,
    syncProblem: () => checkpoints?.problem,
    get identity() {
      return generation?.identity
    },
    read: async (scope, kind, id) => documents.within(scope, kind, id),
    view: async (scope, view, id) => documents.view(scope, view, id),
    peekView: (scope, view, id) => documents.peekView(scope, view, id),
    find: async (kind, id) => documents.get(kind, id),
    reserve: async () => documents.reserve(),
    page: async (scope, kind, query) => documents.page(scope, kind, query),
    pageViews: async (scope, view, query) => documents.pageViews(scope, view, query),
    countActivity: (scope) => activity.count(scope),
    meters: async (scope) => meters.of(scope),
    blob: async (sha256) => blobs.get(sha256),
    peekBlob: (sha256) => blobs.cached(sha256),
    activity: (scope, query) => activity.page(scope, query),
    dueJobs: async (lane, until, limit) => jobs.due(lane, until, limit),
    lanes: async () => {
      await commits.settled()
      return jobs.lanes()
    },
    write,
    clear,
    copyTo: (file, atMoment) => copying.copyTo(file, atMoment),
    replaceBy: (file) => copying.replaceBy(file),
    close,
  }
}

function prepare(change: Change): Prepared {
  return change.type === 'put' ? { ...change, text: JSON.stringify(change.body) } : change
}
