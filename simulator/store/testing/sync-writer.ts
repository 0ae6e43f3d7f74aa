import { setTimeout as sleep } from 'node:timers/promises'
import { openSqlite } from '../sqlite/sqlite.ts'

/** Bytes that need several checkpoints, and documents of this size. */
const [TOTAL, SIZE] = [200_000_000, 1_000_000]
/** Most pauses of 100 ms for the checkpoint that runs at the end. */
const LOOKS = 300

/**
 * Writes documents, with pauses in which checkpoints run, until one reports a failed sync or all are
 * written, and the last checkpoint has ended. Prints a line of JSON and is killed by the test.
 */
const [file] = process.argv.slice(2)
const records = openSqlite(file!, () => undefined)
const body = 'x'.repeat(SIZE)
let written = 0
while (written < TOTAL / SIZE && records.syncProblem() === undefined) {
  const id = String(written++)
  await records.write([
    { type: 'put', scope: 'us/test/org', kind: 'session', id, body, ifVersion: 0 },
  ])
  await sleep(5)
}
for (let looks = 0; looks < LOOKS && records.syncProblem() === undefined; looks++) await sleep(100)
console.log(JSON.stringify({ written, pid: process.pid, problem: records.syncProblem() }))
setInterval(() => undefined, 1000)
