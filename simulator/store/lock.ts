import { accessSync, constants, existsSync, mkdirSync, statSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { holdsData, removeFolders, removeOwnFiles } from './new-folder.ts'

/** SQLITE_BUSY: another connection holds the lock. */
const BUSY = 5
/** SQLITE_FULL: the disk is full. */
const FULL = 13

export interface DirectoryLock {
  release(): void
  /** Releases the lock after a failed start. If the folder had no data before, removes what the start has created. */
  abandon(): void
}

/**
 * Locks a data directory for this process: two processes would overwrite each other's world and
 * serve stale data. The operating system releases the lock when the process ends, also after a
 * crash.
 * @throws {Error} if another process holds the lock, or it cannot be taken
 */
export function lockDirectory(dataDir: string): DirectoryLock {
  const made = makeFolder(dataDir)
  try {
    return lockFolder(dataDir, made)
  } catch (error) {
    removeFolders(made)
    throw error
  }
}

/** @param made the folders that this start has created, outermost first */
function lockFolder(dataDir: string, made: readonly string[]): DirectoryLock {
  const file = join(dataDir, 'lock.sqlite')
  refuseUnwritable(dataDir, file)
  const hadLock = existsSync(file)
  let lock: DatabaseSync | undefined
  try {
    lock = new DatabaseSync(file)
    const { ino } = statSync(file)
    lock.exec('BEGIN EXCLUSIVE')
    // A failed start may have removed the file after it was opened here: its lock would exclude nobody.
    if (statSync(file, { throwIfNoEntry: false })?.ino !== ino)
      throw new Error('another start has just failed in this folder; start again')
  } catch (error) {
    lock?.close()
    throw new Error(lockProblem(dataDir, file, error as Error), { cause: error })
  }
  // Only now: another process may have written data since the folder was created.
  const isNew = !holdsData(dataDir)
  const release = (): void => lock.close()
  const abandon = (): void => {
    if (!isNew) return release()
    // While this process holds the lock: another one may create the files again.
    removeOwnFiles(dataDir, hadLock ? [] : [file])
    release()
    removeFolders(made)
  }
  return { release, abandon }
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
    // A killed simulator leaves the journal.
    for (const one of [file, `${file}-journal`])
      if (existsSync(one)) accessSync(one, constants.R_OK | constants.W_OK)
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
 * @returns the folders that it has created, outermost first
 */
function makeFolder(dataDir: string): string[] {
  const missing: string[] = []
  for (let path = resolve(dataDir); !existsSync(path); path = dirname(path)) {
    missing.unshift(path)
    // The drive of a Windows path may be missing, too.
    if (path === dirname(path)) break
  }
  const made: string[] = []
  try {
    // The world contains signing secrets, so only the owner may read a new folder.
    for (const path of missing) if (makeOne(path)) made.push(path)
    if (!statSync(dataDir).isDirectory()) throw new Error('it is a file')
    return made
  } catch (error) {
    removeFolders(made)
    throw new Error(
      `${dataDir} cannot be used as a data folder: ${creationProblem(error as NodeJS.ErrnoException)}.`,
      { cause: error },
    )
  }
}

/** Returns why a folder cannot be created, and what to do. */
function creationProblem({ code, message, path }: NodeJS.ErrnoException): string {
  if (code === 'EACCES' && path !== undefined)
    return `this user may not create folders in ${dirname(path)} (EACCES). Make that folder writable, or choose another one with --data-dir`
  const problem = code === 'ENOTDIR' ? 'a part of its path is a file (ENOTDIR)' : message
  return `${problem}. Choose another one with --data-dir`
}

/** @returns whether it has created the folder: another process may have done so meanwhile */
function makeOne(path: string): boolean {
  try {
    mkdirSync(path, { mode: 0o700 })
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    return false
  }
}
