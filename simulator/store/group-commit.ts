import type { DatabaseSync, StatementSync } from 'node:sqlite'

/** What a group needs done around its transaction. */
export interface GroupEvents {
  /** Before the commit, within the transaction. */
  ending(): void
  committed(): void
  rolledBack(): void
}

interface Group { done: Promise<void>, resolve: () => void, reject: (error: unknown) => void }

/**
 * The writes of one turn of the event loop share one transaction: the first opens it, the end of the turn commits it, and
 * the promise of each resolves then.
 */
export class GroupCommit {
  #db: DatabaseSync
  #events: GroupEvents
  #begin: StatementSync
  #end: StatementSync
  #group: Group | undefined

  constructor(db: DatabaseSync, events: GroupEvents) {
    this.#db = db
    this.#events = events
    // At once the writer: a transaction that only reads at first may find, when it comes to write, that a checkpoint has
    // started the log anew under it, and is refused then.
    this.#begin = db.prepare('BEGIN IMMEDIATE')
    this.#end = db.prepare('COMMIT')
  }

  /** Opens a transaction unless one is open; resolves when it is committed. */
  join(): Promise<void> {
    return (this.#group ??= this.#open()).done
  }

  /** Ends the transaction now, if one is open. */
  commit(): void {
    const group = this.#group
    if (!group) return
    try {
      this.#events.ending()
      this.#end.run()
    } catch (error) {
      return this.abort(error)
    }
    this.#group = undefined
    group.resolve()
    this.#events.committed()
  }

  /** A write that fails (a full disk) takes its whole group with it: no caller of the group has been answered yet. */
  abort(error: unknown): void {
    const group = this.#group
    this.#group = undefined
    if (this.#db.isTransaction) this.#db.exec('ROLLBACK')
    this.#events.rolledBack()
    group?.reject(error)
  }

  #open(): Group {
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    this.#begin.run()
    setImmediate(() => this.commit())
    return { done: promise, resolve, reject }
  }
}
