import { accessSync, constants, existsSync, mkdirSync, statSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
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
  makeFolder(dataDir)
  const file = join(dataDir, 'lock.sqlite')
  refuseUnwritable(dataDir, file)
  let lock: DatabaseSync | undefined
  try {
    lock = new DatabaseSync(file)
    lock.exec('BEGIN EXCLUSIVE')
  } catch (error) {
    lock?.close()
    throw new Error(lockProblem(dataDir, file, error as Error), { cause: error })
  }
  return () => lock.close()
}

function lockProblem(
  dataDir: string,
  file: string,
  { errcode, message }: Error & { errcode?: number },
): string {
  if (errcode === BUSY)
    return `${dataDir} is in use by another simulator. End that one, or choose another folder with --data-dir.`
  if (errcode === FULL) return message
  return `${file} cannot be locked: ${message}. If no simulator uses this folder, delete the file (it holds no data) and start again.`
}

/**
 * SQLite does not report the reason, and a file that it cannot write to it locks for reading only.
 * Opening the file here would release the lock of this process.
 */
function refuseUnwritable(dataDir: string, file: string): void {
  try {
    accessSync(dataDir, constants.R_OK | constants.W_OK | constants.X_OK)
    if (existsSync(file)) accessSync(file, constants.R_OK | constants.W_OK)
  } catch (error) {
    throw new Error(
      `${dataDir} is read-only for this process (${(error as NodeJS.ErrnoException).code}). ` +
        'Make the folder and its files writable, or choose another folder with --data-dir.',
      { cause: error },
    )
  }
}

/**
 * Creates a folder and its parents. `mkdirSync` with `recursive` never returns for a folder that
 * the file system refuses to create, such as one in `/proc`.
 */
function makeFolder(dataDir: string): void {
  const missing: string[] = []
  for (let path = resolve(dataDir); !existsSync(path); path = dirname(path)) {
    missing.unshift(path)
    // The drive of a Windows path may be missing, too.
    if (path === dirname(path)) break
  }
  try {
    // The world contains signing secrets, so only the owner may read a new folder.
    for (const path of missing) makeOne(path)
    if (!statSync(dataDir).isDirectory()) throw new Error('it is a file')
  } catch (error) {
    throw new Error(
      `${dataDir} cannot be used as a data folder: ${(error as Error).message}. Choose another one with --data-dir.`,
      { cause: error },
    )
  }
}

/** Another process may have made the folder meanwhile. */
function makeOne(path: string): void {
  try {
    mkdirSync(path, { mode: 0o700 })
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  }
}
