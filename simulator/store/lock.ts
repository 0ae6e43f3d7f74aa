import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'

/**
 * Holds a data directory for this process alone: two would overwrite each other's world and answer from stale memory.
 * The lock is one that the operating system takes back when the process ends, however it ends.
 * @returns what gives the directory free
 * @throws {Error} if another process holds it
 */
export function lockDirectory(dataDir: string): () => void {
  mkdirSync(dataDir, { recursive: true })
  const lock = new DatabaseSync(join(dataDir, 'lock.sqlite'))
  try {
    lock.exec('BEGIN EXCLUSIVE')
  } catch (error) {
    lock.close()
    throw new Error(
      `${dataDir} is in use by another simulator. End that one, or choose another folder with --data-dir.`,
      { cause: error },
    )
  }
  return () => lock.close()
}
