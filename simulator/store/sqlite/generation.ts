import { closeSync, constants, fstatSync, openSync, statSync, writeSync } from 'node:fs'
import type { DatabaseSync, StatementSync } from 'node:sqlite'
import type { Identity } from '../identity.ts'
import { WriteState } from '../write-state.ts'

/** Fits any generation, so that each line overwrites the previous one. */
const DIGITS = 16
/** Pause between two checks of the file: each takes some microseconds. */
const LOOK_MS = 100

const MOVED =
  'the folder or its files were moved or deleted while the simulator runs. Move them back, or start the simulator again'

/**
 * Counts the commits of a database, inside it and in a small file beside it. Commits of activity
 * alone are not counted: activity entries have positions. After a crash, the two counters show
 * whether acknowledged commits are missing: the write-ahead log may be lost or damaged.
 */
export class Generation {
  /** Writes of the file. */
  readonly writes: WriteState
  /** State of the last commit. */
  #current: Identity
  /** Generation with the open transaction. */
  #next: number
  #read: StatementSync
  #write: StatementSync
  #file: number
  #path: string
  #looked = 0
  #report: (error: unknown) => void

  /** @param file next to the database; written by `committed` */
  constructor(db: DatabaseSync, file: string, report: (error: unknown) => void) {
    this.writes = new WriteState(file)
    this.#report = report
    this.#read = db.prepare('SELECT id, generation FROM store')
    this.#write = db.prepare('UPDATE store SET id = ?, generation = ?')
    this.#current = { ...(this.#read.get() as unknown as Identity) }
    this.#next = this.#current.generation
    this.#path = file
    this.#file = openSync(file, constants.O_WRONLY | constants.O_CREAT, 0o600)
  }

  /**
   * Call before a commit. A process can write to a deleted file, whose data is lost at its end.
   * @throws {Error} if the file was moved or deleted, as with its folder
   */
  refuseMoved(): void {
    const now = performance.now()
    if (now - this.#looked < LOOK_MS) return
    const there = statSync(this.#path, { throwIfNoEntry: false })
    if (there?.ino !== fstatSync(this.#file).ino)
      throw Object.assign(new Error(MOVED), { code: 'EMOVED' })
    this.#looked = now
  }

  get identity(): Identity {
    return { ...this.#current }
  }

  /** Call within a transaction, before its commit. Also gives a restored copy the identity of this folder. */
  next(): void {
    const { id, generation } = this.#current
    this.#write.run(id, generation + 1)
    this.#next = generation + 1
  }

  rolledBack(): void {
    this.#next = this.#current.generation
  }

  /**
   * Call after the commit and before any writer is notified. Never throws: the commit is stored, so its writers must not
   * be refused.
   * @param activity the last position in the activity log
   */
  committed(activity: number): void {
    this.#current.generation = this.#next
    try {
      this.write(activity)
      this.writes.succeeded()
    } catch (error) {
      const isNew = this.writes.problem === undefined
      const { message } = this.writes.failed(error) as Error
      if (isNew)
        this.#report(
          new Error(`${message} Writes are stored, but a later loss may stay unnoticed.`),
        )
    }
  }

  /** Writes the file. @throws {Error} if the disk refuses it */
  write(activity: number): void {
    const { id, generation } = this.#current
    const [count, place] = [generation, activity].map((n) => String(n).padStart(DIGITS))
    const line = `{"id":"${id}","generation":${count},"activity":${place}}\n`
    writeSync(this.#file, line, 0)
  }

  close(): void {
    closeSync(this.#file)
  }
}
