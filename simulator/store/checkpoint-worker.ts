import { fdatasyncSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { parentPort, workerData } from 'node:worker_threads'

/** Pages in the log (8 KB each) from which on it is moved. */
const LONG = 2048
/** So few pages are left to the finish, if they can be had: the writer waits until they are on the disk. */
const FEW = 32
const PASSES = 8

const { file, descriptor } = workerData as { file: string, descriptor: number }

/**
 * Moves the write-ahead log into the database. `look`: once the log is long, beside the writer and again, until little
 * comes in meanwhile. `finish`: the rest, and the log is started anew; the writer stays away for that long.
 */
const db = new DatabaseSync(file)
db.exec('PRAGMA busy_timeout = 200; PRAGMA synchronous = NORMAL')
const { user_version: version } = db.prepare('PRAGMA user_version').get() as { user_version: number }
// An SQLite older than this word takes it for PASSIVE, and moves a little at each look.
const length = db.prepare('PRAGMA wal_checkpoint(NOOP)')
const move = db.prepare('PRAGMA wal_checkpoint(PASSIVE)')

parentPort!.on('message', (step: 'look' | 'finish') => parentPort!.postMessage(step === 'look' ? look() : finish()))

function look(): 'short' | 'moved' {
  if ((length.get() as { log: number }).log < LONG) return 'short'
  let before = 0
  for (let pass = 0; pass < PASSES; pass++) {
    // Of all pages of the log, those that stand in the database by now.
    const { checkpointed: moved } = move.get() as { checkpointed: number }
    // SQLite itself leaves this to the finish where a writer was faster, and he would wait for the disk.
    fdatasyncSync(descriptor)
    if (pass > 0 && moved - before <= FEW) break
    before = moved
  }
  return 'moved'
}

/**
 * The file keeps its size: the kernel clears each page that a file grows by before it is written, a sixth of what a
 * create costs. The first commit of a new log has to reach the disk; it is made here, of what is there already, so that
 * the writer's needn't.
 */
function finish(): 'finished' {
  db.exec(`PRAGMA wal_checkpoint(RESTART); PRAGMA user_version = ${version}`)
  return 'finished'
}
