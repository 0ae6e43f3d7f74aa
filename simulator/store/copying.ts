import { type DatabaseSync, backup } from 'node:sqlite'
import type { Checkpoints } from './checkpoint.ts'
import { type Copies, checkCopy, replaceTables } from './copies.ts'
import type { GroupCommit } from './group-commit.ts'
import type { RedoLog } from './redo-log.ts'

/** Pages that are copied of a database in memory while its other readers wait: a millisecond or less. */
const MEMORY_STEP = 128

/** What a copy has to do with, of the store that it is made of. */
export interface Copied {
  db: DatabaseSync
  commits: GroupCommit
  /** Undefined where the database is in memory, and its own connection is the only one. */
  onDisk: { checkpoints: Checkpoints; copies: Copies; redo: RedoLog } | undefined
  /** To be called when the database holds something else. */
  replaced: () => void
}

/** Copies a store, and brings a copy back, one after the other; says who has to wait meanwhile. */
export class Copying {
  #of: Copied
  #held: Promise<void> | undefined
  #replacing = false
  #last: Promise<unknown> = Promise.resolve()

  constructor(of: Copied) {
    this.#of = of
  }

  /** While no transaction may begin: resolves when one may. */
  get held(): Promise<void> | undefined {
    return this.#held
  }

  /** While a copy is brought back: whoever writes now has read what is no longer so. */
  get replacing(): boolean {
    return this.#replacing
  }

  /** As `Records.copyTo`. */
  copyTo(file: string, atMoment: () => void): Promise<void> {
    const { db, onDisk } = this.#of
    return this.#oneByOne(async () => {
      await onDisk?.copies.ready()
      const release = await this.#hold()
      try {
        atMoment()
        // Where nobody else can look into the database, writes wait until all of it is copied.
        if (onDisk) await onDisk.copies.begin()
        else await backup(db, file, { rate: MEMORY_STEP })
      } finally {
        release()
      }
      await onDisk?.copies.copy(file)
    })
  }

  /** As `Records.replaceBy`. */
  replaceBy(file: string): Promise<void> {
    const { db, onDisk, replaced } = this.#of
    return this.#oneByOne(async () => {
      checkCopy(file)
      await onDisk?.copies.ready()
      this.#replacing = true
      const release = await this.#hold()
      try {
        // All of it is in the database. A process that ends once that is replaced must not find it here.
        onDisk?.redo.clear()
        if (onDisk) await onDisk.copies.replace(file)
        else replaceTables(db, file)
      } finally {
        replaced()
        this.#replacing = false
        release()
      }
    })
  }

  async close(): Promise<void> {
    await this.#last
    await this.#of.onDisk?.copies.close()
  }

  /** No checkpoint is taken while a copy is: it would wait for the reader, and every writer for it. */
  #oneByOne(task: () => Promise<void>): Promise<void> {
    const checkpoints = this.#of.onDisk?.checkpoints
    const run = this.#last.then(async () => {
      checkpoints?.pause()
      try {
        await task()
      } finally {
        checkpoints?.resume()
      }
    })
    this.#last = run.catch(() => undefined)
    return run
  }

  /** Commits what was written; who writes from now on waits for the call of what it returns. */
  async #hold(): Promise<() => void> {
    const { commits, onDisk } = this.#of
    while (onDisk?.checkpoints.finishing) await onDisk.checkpoints.finishing
    commits.flush()
    const { promise, resolve } = Promise.withResolvers<void>()
    this.#held = promise
    return () => {
      this.#held = undefined
      resolve()
    }
  }
}
