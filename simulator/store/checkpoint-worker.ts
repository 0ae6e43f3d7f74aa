import { DatabaseSync } from 'node:sqlite'
import { parentPort, workerData } from 'node:worker_threads'

/**
 * Moves the write-ahead log into the database, at each message. First the bulk, beside the writer; then the rest together
 * with starting the log anew, for which the writer is held up: there is hardly anything left by then.
 */
const db = new DatabaseSync(workerData as string)
db.exec('PRAGMA busy_timeout = 200; PRAGMA synchronous = NORMAL')
parentPort!.on('message', () => {
  db.exec('PRAGMA wal_checkpoint(PASSIVE)')
  db.exec('PRAGMA wal_checkpoint(TRUNCATE)')
  parentPort!.postMessage('done')
})
