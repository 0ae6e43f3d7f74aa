import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'

/** SQLITE_BUSY: another connection holds the lock. */
const BUSY = 5
/** SQLITE_FULL: the disk is full. */
const FULL = 13

/**
 * Locks a data directory for this process: two processes would overwrite each other's world and
 * serve stale data. The operating system releases the lock when the process ends, also after a
 * crash.
 * @returns a function that releases the lock
 * @throws {Error} if another process holds the lock, or it cannot be taken
 */
export function lockDirectory(dataDir: string): () => void {
  // The world holds signing secrets: a folder that is made here is nobody else's to read.
  mkdirSync(dataDir, { recursive: true, mode: 0o700 })
  const file = join(dataDir, 'lock.sqlite')
  let lock: DatabaseSync | undefined
  try {
    lock = new DatabaseSync(file)
    lock.exec('BEGIN EXCLUSIVE')
  } catch (error) {
    lock?.close()
    const { errcode, message } = error as Error & { errcode?: number }
    throw new Error(
      errcode === BUSY
        ? `${dataDir} is in use by another simulator. End that one, or choose another folder with --data-dir.`
        : errcode === FULL
          ? message
          : `${file} can't be locked: ${message}. If no simulator uses this folder, delete the file (it holds no data) and start again.`,
      { cause: error },
    )
  }
  return () => lock.close()
}
