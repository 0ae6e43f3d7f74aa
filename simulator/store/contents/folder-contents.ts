import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { checkDataFolder } from '../data-folder.ts'
import { lockDirectory } from '../lock.ts'
import { DOCUMENTS, Damaged, type DocumentRow, LOST_BLOBS } from './damaged.ts'

/**
 * Checks everything that the records of a data folder hold, also what a start leaves out because of its time. Changes
 * nothing.
 * @returns one line for each damaged record
 * @throws {Error} if the files are damaged, or a simulator uses the folder
 */
export function checkFolderContents(folder: string): readonly string[] {
  if (!existsSync(folder)) throw new Error(`${folder} does not exist`)
  const lock = lockDirectory(folder)
  try {
    checkDataFolder(folder, { repair: false })
    const file = join(folder, 'records.sqlite')
    return existsSync(file) ? damagedIn(file) : []
  } finally {
    lock.abandon()
  }
}

function damagedIn(file: string): readonly string[] {
  const damaged = new Damaged()
  using db = new DatabaseSync(file, { readOnly: true })
  try {
    const found = db.prepare('PRAGMA integrity_check(20)').all() as { integrity_check: string }[]
    for (const { integrity_check: line } of found)
      if (line !== 'ok') damaged.add(`records.sqlite: ${line}`)
    const documents = db.prepare(DOCUMENTS).iterate() as unknown as Iterable<DocumentRow>
    for (const row of documents) damaged.row(row)
    const blobs = db.prepare('SELECT sha256, bytes FROM blobs').iterate() as Iterable<{
      sha256: string
      bytes: Uint8Array
    }>
    for (const { sha256, bytes } of blobs)
      if (createHash('sha256').update(bytes).digest('hex') !== sha256)
        damaged.add(`bytes ${sha256}: they have another SHA-256`)
    for (const { sha256 } of db.prepare(LOST_BLOBS).all()) damaged.add(`bytes ${sha256}: missing`)
  } catch (error) {
    // A page that SQLite cannot read ends the check.
    damaged.add(`records.sqlite: ${(error as Error).message}`)
  }
  return damaged.lines
}
