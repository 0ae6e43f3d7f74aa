import { existsSync, statSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { Checkpoints } from './checkpoint.ts'
import { Generation } from './generation.ts'
import { migrate } from './schema.ts'
import { type StoredRecords, sqliteRecords } from './sqlite-records.ts'

/** A completed session fits into one page. With 4 KB pages, files are 25% larger. */
const PAGE_BYTES = 8192

/**
 * Opens records in one SQLite file, or in memory with `:memory:`.
 *
 * The writes of one event loop turn are one transaction, and resolve after its commit (group
 * commit). Committed writes survive a crash of the process.
 * @param report called with every failed checkpoint; no data is lost by it
 * @param options.durable whether each commit is synced to the disk before its writes resolve, so that
 *   it survives a loss of power, too. Otherwise the log is synced at checkpoints.
 * @throws {Error} if the file belongs to another program or a newer version
 */
export function openSqlite(
  file: string,
  report: (error: unknown) => void = console.error,
  { durable = false }: { durable?: boolean } = {},
): StoredRecords {
  const db = new DatabaseSync(file)
  try {
    refuseRedoLog(`${file}-redo`)
    // Only takes effect on an empty file; others keep their page size.
    db.exec(`PRAGMA page_size = ${PAGE_BYTES}`)
    migrate(db)
    db.exec(
      `PRAGMA journal_mode = WAL; PRAGMA synchronous = ${durable ? 'FULL' : 'NORMAL'}; PRAGMA cache_size = -32768; ` +
        // A worker thread runs the checkpoints.
        'PRAGMA temp_store = MEMORY; PRAGMA wal_autocheckpoint = 0; PRAGMA busy_timeout = 2000; ' +
        // Erased data would remain in free space, and snapshots copy that.
        'PRAGMA secure_delete = ON',
    )
    if (file === ':memory:') return sqliteRecords(db, undefined)
    return sqliteRecords(db, {
      file,
      checkpoints: new Checkpoints(file, report),
      generation: new Generation(db, `${file}-generation`, report),
    })
  } catch (error) {
    db.close()
    throw new Error(
      `${file} cannot be used: ${(error as Error).message}. ` +
        'Use the program that wrote it, or another data directory.',
      { cause: error },
    )
  }
}

/** Creates an empty file of records, to be filled by one transaction. */
export function newRecordsFile(file: string): DatabaseSync {
  const db = new DatabaseSync(file)
  db.exec(`PRAGMA page_size = ${PAGE_BYTES}; PRAGMA synchronous = OFF`)
  migrate(db)
  return db
}

/** Rejects a redo log: before version 7, a killed process left writes in one. */
function refuseRedoLog(file: string): void {
  if (!existsSync(file) || statSync(file).size === 0) return
  throw new Error(
    `${file} holds writes of an earlier vskit that was killed. ` +
      'Start that version on this folder once and stop it with SIGTERM; it then moves them into the database',
  )
}
