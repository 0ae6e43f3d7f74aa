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

/** State of a file. */
export interface FileState {
  /** Whether the file exists and is not empty. */
  exists: boolean
  /** Why it cannot be used. */
  problem?: string
  /** Undefined if it is not intact, or none was written yet. */
  identity?: Marker | undefined
}

const MISSING: FileState = { exists: false, problem: 'missing' }
const EMPTY: FileState = { exists: false, problem: 'empty' }
const IS_FOLDER = damaged('it is a folder, expected a file')

function damaged(problem: string): FileState {
  return { exists: true, problem }
}

/** Reads the folder identity in `world.json`. */
export function folderOf(json: unknown): unknown {
  return (json as { data_folder?: unknown } | null)?.data_folder
}

/** @param identity returns the folder identity in the JSON */
export function readJson(file: string, identity: (json: unknown) => unknown): FileState {
  if (!existsSync(file)) return MISSING
  if (statSync(file).isDirectory()) return IS_FOLDER
  const text = readFileSync(file, 'utf8')
  if (text.trim() === '') return EMPTY
  try {
    const json = JSON.parse(text) as unknown
    if (isChanged(json))
      return damaged(
        'its checksum does not fit. If you changed the file, remove `checksum` from `data_folder`',
      )
    const value = identity(json)
    const known = identityFrom(value)
    if (value !== undefined && !known) return damaged('no id and generation')
    return { exists: true, identity: known }
  } catch (error) {
    return damaged(`not JSON: ${jsonProblem(text, error)}`)
  }
}

/** Opened read-only: closing it then neither moves nor deletes the write-ahead log. */
export function readRecords(file: string): FileState {
  if (!existsSync(file)) return MISSING
  const stat = statSync(file)
  if (stat.isDirectory()) return IS_FOLDER
  const { size } = stat
  if (size === 0) return EMPTY
  const hasLog = existsSync(`${file}-wal`)
  try {
    using db = new DatabaseSync(file, { readOnly: true })
    const { page_size: pageSize } = db.prepare('PRAGMA page_size').get() as { page_size: number }
    // SQLite reads the missing part of the last page as zeros. A log can hold the whole page.
    if (size % pageSize !== 0 && !hasLog) return damaged('its last page is cut off')
    if (size <= CHECKED_BYTES) {
      const { quick_check: found } = db.prepare('PRAGMA quick_check(1)').get() as {
        quick_check: string
      }
      if (found !== 'ok') return damaged(found.replaceAll('\n', ' '))
    }
    const hasStore = db.prepare("SELECT 1 FROM sqlite_schema WHERE name = 'store'").get()
    if (!hasStore) return { exists: true }
    const { last } = db.prepare(LAST_PLACE).get() as { last: number | null }
    const row = db.prepare('SELECT id, generation FROM store').get()
    return { exists: true, identity: identityFrom({ ...row, activity: last ?? 0 }) }
  } catch (error) {
    return damaged((error as Error).message)
  }
}
