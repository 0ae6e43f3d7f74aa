/**
 * Writer process of `kill.test.ts`: writes sessions in an endless loop, and prints a line for each
 * acknowledged write.
 *
 * node kill-writer.ts FILE ROUND
 *
 * Lines: `ID VERSION`. The first is `ready`, printed when the file is open.
 */
import { writeSync } from 'node:fs'
import type { Change } from '../records.ts'
import { openSqlite } from '../sqlite/sqlite.ts'
import { sha256 } from '../../world/sha256.ts'

const SCOPE = 'us/test/org_kill'
const [file, round] = process.argv.slice(2) as [string, string]
const records = openSqlite(file)

function put(kind: string, id: string, body: object, ifVersion: number): Change {
  return { type: 'put', scope: SCOPE, kind, id, body, key1: round, ifVersion }
}

/** A session and its related records in one batch: the test finds all of them, or none. */
function newSession(id: string): Change[] {
  const image = Buffer.from(`image of ${id}`)
  return [
    put('session', id, { id, padding: 'x'.repeat(700) }, 0),
    put('event', `e-${id}`, { session: id }, 0),
    ...(id.endsWith('-image')
      ? [{ type: 'put-blob' as const, scope: SCOPE, sha256: sha256(image), bytes: image }]
      : []),
    {
      type: 'schedule',
      job: { id: `j-${id}`, lane: `round-${round}`, due: 1, kind: 'expire', scope: SCOPE, ref: id },
    },
    {
      type: 'activity',
      scope: SCOPE,
      at: Number(round),
      session: id,
      action: 'a',
      artifact: 'front',
      outcome: 'o',
      actor: 'k',
    },
  ]
}

/**
 * Writes synchronously: buffered lines would be lost with the process. Blocks while the pipe is
 * full.
 */
function acknowledge(line: string): void {
  const bytes = Buffer.from(`${line}\n`)
  for (let sent = 0; sent < bytes.length;) {
    try {
      sent += writeSync(1, bytes, sent)
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EAGAIN') throw error
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1)
    }
  }
}

async function writeOn(writer: number): Promise<never> {
  for (let i = 0; ; i++) {
    // Images take a different path to the disk; test each path alone and both in sequence.
    const id = `${round}-${writer}-${i}${i % 32 > 24 ? '-image' : ''}`
    await records.write(newSession(id))
    acknowledge(`${id} 1`)
    if (i % 3 > 0) continue
    await records.write([put('session', id, { id }, 1)])
    acknowledge(`${id} 2`)
  }
}

acknowledge('ready')
// Several concurrent writers, so that commits are shared.
await Promise.all([0, 1, 2, 3].map(writeOn))
