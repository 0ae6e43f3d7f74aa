import { existsSync, readFileSync, statSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { jsonProblem } from '../../library/file-errors.ts'
import { type Marker, identityFrom } from './identity.ts'
import { LAST_PLACE } from './sqlite/tables/activity.ts'
import { isChanged } from './world-checksum.ts'

/**
 * Records up to this size are checked completely at each start, larger ones by their first pages:
 * about 100 ms either way.
 */
const CHECKED_BYTES = 64 * 1024 * 1024

/** State of a file; `identity` is undefined if it was not written yet. */
export type FileState = 'missing' | 'empty' | { damaged: string } | { identity: Marker | undefined }

const IS_FOLDER = 'it is a folder, expected a file'

/** Reads the folder identity in `world.json`. */
export function folderOf(json: unknown): unknown {
  return (json as { data_folder?: unknown } | null)?.data_folder
}

/** Returns the identity in a file, if it is intact and has one. */
export function identityOf(part: FileState): Marker | undefined {
  return typeof part === 'object' && 'identity' in part ? part.identity : undefined
}

/** @param identity returns the folder identity in the JSON */
export function readJson(file: string, identity: (json: unknown) => unknown): FileState {
  if (!existsSync(file)) return 'missing'
  if (statSync(file).isDirectory()) return { damaged: IS_FOLDER }
  const text = readFileSync(file, 'utf8')
  if (text.trim() === '') return 'empty'
  try {
    const json = JSON.parse(text) as unknown
    if (isChanged(json))
      return {
        damaged:
          'its checksum does not fit. If you changed the file, remove `checksum` from `data_folder`',
      }
    const value = identity(json)
    const known = identityFrom(value)
    return value === undefined || known ? { identity: known } : { damaged: 'no id and generation' }
  } catch (error) {
    return { damaged: `not JSON: ${jsonProblem(text, error)}` }
  }
}

/** Opened read-only: closing it then neither moves nor deletes the write-ahead log. */
export function readRecords(file: string): FileState {
  if (!existsSync(file)) return 'missing'
  const stat = statSync(file)
  if (stat.isDirectory()) return { damaged: IS_FOLDER }
  const { size } = stat
  if (size === 0) return 'empty'
  const hasLog = existsSync(`${file}-wal`)
  let db: DatabaseSync | undefined
  try {
    db = new DatabaseSync(file, { readOnly: true })
    const { page_size: pageSize } = db.prepare('PRAGMA page_size').get() as { page_size: number }
    // SQLite reads the missing part of the last page as zeros. A log can hold the whole page.
    if (size % pageSize !== 0 && !hasLog) return { damaged: 'its last page is cut off' }
    if (size <= CHECKED_BYTES) {
      const { quick_check: found } = db.prepare('PRAGMA quick_check(1)').get() as {
        quick_check: string
      }
      if (found !== 'ok') return { damaged: found.replaceAll('\n', ' ') }
    }
    const hasStore = db.prepare("SELECT 1 FROM sqlite_schema WHERE name = 'store'").get()
    if (!hasStore) return { identity: undefined }
    const { last } = db.prepare(LAST_PLACE).get() as { last: number | null }
    const row = db.prepare('SELECT id, generation FROM store').get()
    return { identity: identityFrom({ ...row, activity: last ?? 0 }) }
  } catch (error) {
    return { damaged: (error as Error).message }
  } finally {
    db?.close()
  }
}
