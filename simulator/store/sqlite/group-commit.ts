import type { DatabaseSync, StatementSync } from 'node:sqlite'
import type { WriteState } from '../write-state.ts'
import { setImmediate } from '../../time/immediate.ts'

/** Hooks around a transaction. */
export interface CommitEvents {
  /** Before the commit, within the transaction. */
  ending(): void
  /** After the commit, before any writer is notified. Must not throw: the writes are stored. */
  committed(): void
  /** The transaction was rolled back: discard everything read or counted in it. */
  rolledBack(): void
}

/**
 * Commits the writes of one event loop turn as one transaction. Each write resolves after the
 * commit.
 */
export class GroupCommit {
  #db: DatabaseSync
  #events: CommitEvents
  #writes: WriteState
  #begin: StatementSync
  #end: StatementSync
  #group: PromiseWithResolvers<void> | undefined
  /** Whether the last transaction failed and is not yet rolled back. */
  #failed = false

  constructor(db: DatabaseSync, events: CommitEvents, writes: WriteState) {
    this.#db = db
    this.#events = events
    this.#writes = writes
    // IMMEDIATE: a deferred transaction that begins with a read can fail at its first write after a
    // checkpoint.
    this.#begin = db.prepare('BEGIN IMMEDIATE')
    this.#end = db.prepare('COMMIT')
  }

  /**
   * Begins the transaction of this turn, if it has not begun.
   * @returns resolves when the turn's writes are committed
   * @throws {Error} if the database cannot begin; nothing may be written
   */
  begin(): Promise<void> {
    if (!this.#group) {
      try {
        this.#rollBack()
        this.#begin.run()
      } catch (error) {
        throw this.#writes.failed(error)
      }
      this.#group = Promise.withResolvers<void>()
      // If every batch of the turn had a conflict, nothing awaits this promise.
      this.#group.promise.catch(() => undefined)
      setImmediate(() => this.#commit())
    }
    return this.#group.promise
  }

  /** Resolves when no write waits for its commit. */
  async settled(): Promise<void> {
    while (this.#group) await this.#group.promise.catch(() => undefined)
  }

  /**
   * Rolls back and rejects every write of this turn; none of them was acknowledged.
   * @returns the error with which they are rejected
   */
  abort(error: unknown): unknown {
    const failure = this.#writes.failed(error)
    this.#failed = true
    try {
      this.#rollBack()
    } catch {
      // The next transaction repeats it before it begins.
    }
    this.#take()?.reject(failure)
    return failure
  }

  #rollBack(): void {
    if (!this.#failed) return
    if (this.#db.isTransaction) this.#db.exec('ROLLBACK')
    this.#events.rolledBack()
    this.#failed = false
  }

  /**
   * Commits this turn's writes now.
   * @throws {Error} if the commit fails; its writers are rejected too
   */
  flush(): void {
    const error = this.#commit()
    if (error !== undefined) throw error
  }

  #commit(): unknown {
    if (!this.#group) return undefined
    try {
      this.#events.ending()
      this.#end.run()
    } catch (error) {
      return this.abort(error)
    }
    this.#events.committed()
    this.#take()?.resolve()
    return undefined
  }

  #take(): PromiseWithResolvers<void> | undefined {
    const group = this.#group
    this.#group = undefined
    return group
  }
}
