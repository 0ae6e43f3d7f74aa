import { DatabaseSync } from 'node:sqlite'
import { parentPort, workerData } from 'node:worker_threads'

/**
 * Moves the write-ahead log into the database. `move`: beside the writer, twice, so that what came in meanwhile is moved too.
 * `finish`: the rest, and the log is started anew; the writer stays away for that long.
 */
const db = new DatabaseSync(workerData as string)
db.exec('PRAGMA busy_timeout = 200; PRAGMA synchronous = NORMAL')
const { user_version: version } = db.prepare('PRAGMA user_version').get() as { user_version: number }

parentPort!.on('message', (step: 'move' | 'finish') => {
  if (step === 'move') db.exec('PRAGMA wal_checkpoint(PASSIVE); PRAGMA wal_checkpoint(PASSIVE)')
  // The first commit of a new log has to reach the disk. It is made here, of what is there already, so that the writer's needn't.
  else db.exec(`PRAGMA wal_checkpoint(TRUNCATE); PRAGMA user_version = ${version}`)
  parentPort!.postMessage(step)
})
