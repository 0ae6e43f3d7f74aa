import { fdatasyncSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { parentPort, workerData } from 'node:worker_threads'
import { giveWay } from '../clock/priority.ts'

/** Pages of the log (8 KB each) that are moved at a time: some milliseconds of a core that the writer may need. */
const SOME = 512
/** Pages from which on the log is to be started anew. */
const LONG = 2048
/** So few pages are left to the finish, if they can be had: the writer waits until they are on the disk. */
const FEW = 32
const PASSES = 8

/** Pages in the log, and how many of them stand in the database by now. */
type Frames = { log: number; checkpointed: number }

const { file, descriptor } = workerData as { file: string; descriptor: number }

/**
 * Moves the write-ahead log into the database, beside the writer. `look`: what has come together; once the log is long,
 * again until little comes in meanwhile. `finish`: the rest, and the log is started anew; the writer stays away for that
 * long.
 */
giveWay()
const db = new DatabaseSync(file)
db.exec('PRAGMA busy_timeout = 200; PRAGMA synchronous = NORMAL')
const { user_version: version } = db.prepare('PRAGMA user_version').get() as {
  user_version: number
}
// An SQLite older than this word takes it for PASSIVE, and moves a little at each look.
const length = db.prepare('PRAGMA wal_checkpoint(NOOP)')
const move = db.prepare('PRAGMA wal_checkpoint(PASSIVE)')

parentPort!.on('message', (step: 'look' | 'finish') =>
  parentPort!.postMessage(step === 'look' ? look() : finish()),
)

function look(): 'short' | 'moved' {
  const { log, checkpointed } = length.get() as Frames
  if (log < LONG) {
    if (log - checkpointed >= SOME) move.get()
    return 'short'
  }
  let before = 0
  for (let pass = 0; pass < PASSES; pass++) {
    const { checkpointed: moved } = move.get() as Frames
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
