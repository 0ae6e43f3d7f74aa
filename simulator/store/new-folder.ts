import { readdirSync, rmdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { AUTHORITY_FILE } from './authority.ts'

const RECORDS = /^records\.sqlite(?:-wal|-shm|-journal|-generation)?$/

/** Whether a file or folder of a data folder contains data, or belongs to a file that does. */
function isData(name: string): boolean {
  return ['world.json', AUTHORITY_FILE, 'snapshots'].includes(name) || RECORDS.test(name)
}

/** Whether a folder has files of a data folder, besides the lock. */
export function holdsData(folder: string): boolean {
  return readdirSync(folder).some(isData)
}

/**
 * Removes the files that a start has created in a folder without data, and no others.
 * @param further files that the start has created besides
 */
export function removeOwnFiles(folder: string, further: readonly string[]): void {
  for (const name of readdirSync(folder).filter((one) => isData(one) || UNFINISHED.has(one)))
    if (name === 'snapshots') removeFolders([join(folder, name)])
    else removeFile(join(folder, name))
  for (const file of further) removeFile(file)
}

/** Files that are renamed when they are complete. */
const UNFINISHED: ReadonlySet<string> = new Set([`${AUTHORITY_FILE}.new`, '.world.json.tmp'])

/** Removes folders that are empty. @param paths outermost first */
export function removeFolders(paths: readonly string[]): void {
  for (const path of paths.toReversed())
    try {
      rmdirSync(path)
    } catch {
      // It has other files.
      return
    }
}

/** The cause of the failed start is the error to report, so a file that cannot be removed stays. */
function removeFile(file: string): void {
  try {
    rmSync(file, { force: true })
  } catch {
    // Windows keeps open files.
  }
}
