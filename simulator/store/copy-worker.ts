import { closeSync, fdatasyncSync, openSync } from 'node:fs'
import { DatabaseSync, backup } from 'node:sqlite'
import { parentPort, workerData } from 'node:worker_threads'
import type { CopyReply, CopyTask } from './copies.ts'

/** Pages (8 KB each) of one step. */
const STEP = 500
/** Steps (a quarter of a gigabyte) after which the copy is brought to the disk. */
const STEPS_UNWRITTEN = 64

const { file } = workerData as { file: string }
const db = new DatabaseSync(file)
db.exec('PRAGMA busy_timeout = 2000')

parentPort!.on('message', (task: CopyTask) =>
  perform(task).then(
    () => answer({ done: true }),
    (error: unknown) => answer({ failed: (error as Error).message }),
  ),
)
answer({ done: true })

function answer(reply: CopyReply): void {
  parentPort!.postMessage(reply)
}

async function perform(task: CopyTask): Promise<void> {
  switch (task.do) {
    case 'begin':
      return begin()
    case 'copy':
      return copy(task.to)
    case 'replace':
      return replace(task.by)
  }
}

/** A transaction that reads sees what was there at its first look, however long it goes on, and holds up no writer. */
function begin(): void {
  db.exec('BEGIN')
  db.prepare('SELECT count(*) FROM documents WHERE seq < 0').get()
}

/** Of gigabytes that nobody has written yet the kernel has everybody wait who writes, the store's next write too. */
async function copy(to: string): Promise<void> {
  let steps = 0
  let descriptor: number | undefined
  const progress = (): void => {
    if (++steps % STEPS_UNWRITTEN === 0) fdatasyncSync((descriptor ??= openSync(to, 'r+')))
  }
  try {
    await backup(db, to, { rate: STEP, progress })
  } finally {
    db.exec('COMMIT')
    if (descriptor !== undefined) closeSync(descriptor)
  }
  // One file, which needs no other beside it to be read.
  const made = new DatabaseSync(to)
  made.exec('PRAGMA journal_mode = DELETE')
  made.close()
}

/** One transaction of the log; a process that ends in the middle has changed nothing. */
async function replace(by: string): Promise<void> {
  const copy = new DatabaseSync(by, { readOnly: true })
  try {
    await backup(copy, file, { rate: STEP })
  } finally {
    copy.close()
    cutLog()
  }
}

/** All of it went through the log, which would keep that size. Where that can't be changed now, a later checkpoint does. */
function cutLog(): void {
  try {
    db.exec('PRAGMA wal_checkpoint(TRUNCATE)')
  } catch {
    // A full disk: what was committed stands in the log as well.
  }
}
