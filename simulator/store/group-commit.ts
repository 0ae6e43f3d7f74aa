import type { DatabaseSync, StatementSync } from 'node:sqlite'
import type { Applied } from './redo-entry.ts'
import type { RedoLog } from './redo-log.ts'

/** How long the database's transaction stays open where a redo log keeps what it holds. */
const OPEN_MS = 50
/** How long a commit that has failed is left alone. */
const RETRY_MS = 1000
/** So much in the redo log ends the transaction before its time: to apply it again takes milliseconds. */
const OPEN_BYTES = 1024 * 1024

/** What a group needs done around the database's transaction. */
export interface GroupEvents {
  apply(changes: Applied[]): void
  /** Before the commit, within the transaction. */
  ending(): void
  /** @param bytes what was written, without the pages that it lies in */
  committed(bytes: number): void
  rolledBack(): void
  /** A commit that failed although nobody waited for it: nothing is lost, and it is tried again. */
  failed(error: unknown): void
}

interface Group {
  done: Promise<void>
  resolve: () => void
  reject: (error: unknown) => void
  straight: boolean
}

/**
 * The writes of one turn of the event loop are one group: kept at the end of the turn, when the promise of each resolves.
 * With a redo log that is one entry of the log, and the database's transaction goes on for some groups more; without one,
 * where nothing outlives the process, each group is a transaction.
 */
export class GroupCommit {
  #db: DatabaseSync
  #events: GroupEvents
  #redo: RedoLog | undefined
  #begin: StatementSync
  #end: StatementSync
  #group: Group | undefined
  /** Ends the transaction; set while one is open. */
  #timer: NodeJS.Timeout | undefined
  #open = false
  /** Of the images in the open transaction. */
  #imageBytes = 0
  /** A transaction was rolled back, and what the log says of it wasn't applied again yet. */
  #behind = false

  constructor(db: DatabaseSync, events: GroupEvents, redo: RedoLog | undefined) {
    this.#db = db
    this.#events = events
    this.#redo = redo
    // At once the writer: a transaction that only reads at first may find, when it comes to write, that a checkpoint has
    // started the log anew under it, and is refused then.
    this.#begin = db.prepare('BEGIN IMMEDIATE')
    this.#end = db.prepare('COMMIT')
  }

  /**
   * Opens a transaction unless one is open, and a group for this turn.
   * @throws {Error} when there can't be one: nothing may be written
   */
  begin(): void {
    if (this.#behind) this.#applyAgain()
    if (!this.#open) this.#openFor(OPEN_MS)
    this.#group ??= this.#newGroup()
  }

  /** Takes changes that were applied to the open transaction into the group of this turn; resolves when they are kept. */
  keep(changes: Applied[]): Promise<void> {
    const group = this.#group!
    for (const change of changes) {
      if (change.type !== 'put-blob') continue
      // Images would be written once more than now.
      group.straight = true
      this.#imageBytes += change.bytes.length
    }
    if (!group.straight) this.#redo?.add(changes)
    return group.done
  }

  /** Commits the open transaction now, if there is one, and with it the group of this turn. */
  commit(): void {
    if (!this.#open) return
    try {
      this.#events.ending()
      this.#redo?.store()
      this.#end.run()
    } catch (error) {
      if (!this.#group) this.#events.failed(error)
      return this.abort(error)
    }
    const bytes = this.#imageBytes + (this.#redo?.length ?? 0)
    this.#closed()
    this.#redo?.restart()
    this.#endGroup()?.resolve()
    this.#events.committed(bytes)
  }

  /**
   * A write that fails (a full disk) takes its whole group with it: no caller of the group has been answered yet. What was
   * kept before is applied again.
   */
  abort(error: unknown): void {
    if (this.#db.isTransaction) this.#db.exec('ROLLBACK')
    this.#closed()
    this.#events.rolledBack()
    this.#redo?.drop()
    this.#endGroup()?.reject(error)
    if (!this.#redo) return
    this.#behind = true
    try {
      this.#applyAgain()
    } catch (again) {
      this.#events.failed(again)
    }
  }

  /**
   * As `commit`, for whoever does something to the whole database then.
   * @throws {Error} when what was written before can't be committed
   */
  flush(): void {
    this.commit()
    if (this.#open || this.#behind)
      throw new Error("what was written before can't be committed now; is the disk full?")
  }

  /** After a crash: brings the database to what was acknowledged. A commit that fails is tried again later. */
  recover(): void {
    if (!this.#redo) return
    this.#applyAgain()
    this.commit()
    if (!this.#open && !this.#behind) this.#redo.clear()
  }

  /** Commits what is left; nothing more may be written. */
  close(): void {
    this.commit()
    this.#closed()
  }

  /** The next write begins with what the log holds, in a transaction of its own time. */
  #applyAgain(): void {
    this.#openFor(RETRY_MS)
    try {
      for (const changes of this.#redo!.batches()) this.#events.apply(changes)
      this.#behind = false
    } catch (error) {
      this.#db.exec('ROLLBACK')
      this.#closed()
      this.#events.rolledBack()
      throw error
    }
  }

  #openFor(ms: number): void {
    this.#begin.run()
    this.#open = true
    if (this.#redo) this.#timer = setTimeout(() => this.commit(), ms).unref()
  }

  #closed(): void {
    this.#open = false
    this.#imageBytes = 0
    clearTimeout(this.#timer)
  }

  #newGroup(): Group {
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    // Nobody waits for it where all that was written met a conflict.
    promise.catch(() => undefined)
    setImmediate(() => this.#endTurn())
    return { done: promise, resolve, reject, straight: false }
  }

  #endGroup(): Group | undefined {
    const group = this.#group
    this.#group = undefined
    return group
  }

  #endTurn(): void {
    if (!this.#group) return
    if (!this.#redo || this.#group.straight) return this.commit()
    try {
      this.#redo.append()
    } catch (error) {
      return this.abort(error)
    }
    this.#endGroup()!.resolve()
    if (this.#redo.length >= OPEN_BYTES) this.commit()
  }
}
