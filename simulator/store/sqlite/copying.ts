import { DatabaseSync, backup } from 'node:sqlite'
import { UnusableCopy } from '../records.ts'
import type { Checkpoints } from './checkpoint.ts'
import type { GroupCommit } from './group-commit.ts'
import { SCHEMA_VERSION, canMigrate, migrate, versionOf } from './schema.ts'

/** Pages (8 KB each) per step. Steps run in Node's thread pool. */
const STEP = 500
/** Pages per step in memory: readers on the event loop wait for each step, 1 ms or less. */
const MEMORY_STEP = 128

interface CopyingParts {
  db: DatabaseSync
  commits: GroupCommit
  /** Undefined for a database in memory, which has only one connection. */
  onDisk: { file: string; checkpoints: Checkpoints } | undefined
  /** Called when the content of the database was replaced. */
  replaced: () => void
}

/** Copies a database and restores copies, one operation at a time, with SQLite's backup API. */
export class Copying {
  /** Resolves when transactions may begin; undefined if they may begin now. */
  held: Promise<void> | undefined
  /** Whether a restore is running: every pending write is then based on the old state. */
  replacing = false
  #parts: CopyingParts
  #last: Promise<unknown> = Promise.resolve()

  constructor(parts: CopyingParts) {
    this.#parts = parts
  }

  /** Implements `Records.copyTo`. */
  copyTo(file: string, atMoment: () => void): Promise<void> {
    const { db, onDisk } = this.#parts
    return this.#oneByOne(async () => {
      // A read transaction keeps this state for the duration of the copy and blocks no writer.
      using reader = onDisk && new DatabaseSync(onDisk.file, { readOnly: true })
      await this.#hold(async () => {
        atMoment()
        // It begins at its first read.
        if (reader) reader.exec('BEGIN; SELECT 1 FROM documents LIMIT 1')
        // No other connection can read a database in memory: writes wait until the copy ends.
        else await backup(db, file, { rate: MEMORY_STEP })
      })
      if (reader) await backup(reader, file, { rate: STEP })
      // Merges the log of the copy into its file.
      using copy = new DatabaseSync(file)
      copy.exec('PRAGMA journal_mode = DELETE')
    })
  }

  /** Implements `Records.replaceBy`. */
  replaceBy(file: string): Promise<void> {
    const { db, onDisk, replaced } = this.#parts
    return this.#oneByOne(async () => {
      checkCopy(file, onDisk ? canMigrate : (version) => version === SCHEMA_VERSION)
      this.replacing = true
      try {
        await this.#hold(async () => {
          try {
            if (onDisk) await replaceFile(onDisk.file, file)
            else replaceTables(db, file)
            migrate(db)
          } finally {
            replaced()
          }
        })
      } finally {
        this.replacing = false
      }
    })
  }

  async close(): Promise<void> {
    await this.#last
  }

  /** Pauses checkpoints: one would wait for the reader, and block all writers. */
  #oneByOne(task: () => Promise<void>): Promise<void> {
    const checkpoints = this.#parts.onDisk?.checkpoints
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

  /** Commits pending writes and runs a task. Later writes wait until it ends. */
  async #hold(task: () => Promise<void>): Promise<void> {
    const { commits, onDisk } = this.#parts
    while (onDisk?.checkpoints.finishing) await onDisk.checkpoints.finishing
    commits.flush()
    const { promise, resolve } = Promise.withResolvers<void>()
    this.held = promise
    try {
      await task()
    } finally {
      this.held = undefined
      resolve()
    }
  }
}

/**
 * Replaces the content in one transaction of the write-ahead log: a crash in the middle changes
 * nothing.
 */
async function replaceFile(file: string, by: string): Promise<void> {
  using copy = new DatabaseSync(by, { readOnly: true })
  await backup(copy, file, { rate: STEP })
}

/** Replaces the content of a database in memory. Blocks the event loop. */
function replaceTables(db: DatabaseSync, by: string): void {
  db.prepare('ATTACH ? AS copy').run(by)
  try {
    const tables = db.prepare("SELECT name FROM sqlite_schema WHERE type = 'table'").all() as {
      name: string
    }[]
    db.exec('BEGIN IMMEDIATE')
    try {
      for (const { name } of tables)
        db.exec(`DELETE FROM main.${name}; INSERT INTO main.${name} SELECT * FROM copy.${name}`)
      db.exec('COMMIT')
    } catch (error) {
      db.exec('ROLLBACK')
      throw error
    }
  } finally {
    db.exec('DETACH copy')
  }
}

/** @throws {UnusableCopy} with the reason why a file cannot be restored */
export function checkCopy(file: string, usable = canMigrate): void {
  let version: number
  try {
    using db = new DatabaseSync(file, { readOnly: true })
    version = versionOf(db)
  } catch (error) {
    throw new UnusableCopy(`its records cannot be read: ${(error as Error).message}`)
  }
  if (!usable(version)) {
    throw new UnusableCopy(
      `it has records of version ${version}, expected version ${SCHEMA_VERSION}`,
    )
  }
}
