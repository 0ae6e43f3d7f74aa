import { fdatasyncSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { parentPort, workerData } from 'node:worker_threads'

/**
 * Log length in pages (8 KB each) from which a checkpoint runs. Shorter logs cost a create 5% more CPU
 * time: each page is moved more often, and each checkpoint syncs the log that the writer appends to.
 */
const LONG = 8192
/**
 * Maximum number of pages left to the finish, if possible: the writer waits until they are on disk.
 */
const FEW = 32
const PASSES = 8
/** SQLITE_IOERR_FSYNC: SQLite itself syncs the log before it moves pages, and the database after the last one. */
const SYNC_FAILED = 1034

/** Pages in the log, and how many of them are in the database. */
type Frames = { log: number; checkpointed: number }

const { file, descriptor } = workerData as { file: string; descriptor: number }

/**
 * Runs checkpoints of the write-ahead log concurrently with the writer. If the log is long, `look`
 * moves pages until few new ones arrive. `finish` moves the rest and restarts the log; the writer
 * pauses meanwhile.
 */
const db = new DatabaseSync(file)
db.exec('PRAGMA busy_timeout = 200; PRAGMA synchronous = NORMAL')
const { user_version: version } = db.prepare('PRAGMA user_version').get() as {
  user_version: number
}
// Older SQLite versions treat this mode as PASSIVE, and move some pages at each look.
const length = db.prepare('PRAGMA wal_checkpoint(NOOP)')
const move = db.prepare('PRAGMA wal_checkpoint(PASSIVE)')

parentPort!.on('message', (step: 'look' | 'finish') => parentPort!.postMessage(answer(step)))

/** Returns the error if the log or the moved pages could not be synced. */
function answer(step: 'look' | 'finish'): 'short' | 'moved' | 'finished' | Error {
  try {
    return step === 'look' ? look() : finish()
  } catch (error) {
    const { errcode, syscall } = error as NodeJS.ErrnoException & { errcode?: number }
    if (errcode === SYNC_FAILED || syscall === 'fdatasync') return error as Error
    throw error
  }
}

function look(): 'short' | 'moved' {
  const { log } = length.get() as Frames
  if (log < LONG) return 'short'
  let before = 0
  for (let pass = 0; pass < PASSES; pass++) {
    const { checkpointed: moved } = move.get() as Frames
    // SQLite leaves this fsync to the finish if the writer was faster; the writer would then wait
    // for the disk.
    fdatasyncSync(descriptor)
    if (pass > 0 && moved - before <= FEW) break
    before = moved
  }
  return 'moved'
}

/**
 * Keeps the file size: when a file grows, the kernel zeroes each new page, which costs a sixth of a
 * create. The first commit of a new log must be fsynced. This worker makes that commit, with
 * existing data, so that the writer does not wait.
 */
function finish(): 'finished' {
  db.exec(`PRAGMA wal_checkpoint(RESTART); PRAGMA user_version = ${version}`)
  return 'finished'
}
