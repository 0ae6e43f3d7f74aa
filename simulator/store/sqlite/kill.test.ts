import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import t from 'tap'
import type { Document, Records } from '../records.ts'
import { openSqlite } from './sqlite.ts'
import { sha256 } from '../../world/sha256.ts'
import { rounds } from '../../../tools/testing/rounds.ts'

const ROUNDS = rounds(40)
const SCOPE = 'us/test/org_kill'
const writer = fileURLToPath(new URL('../testing/kill-writer.ts', import.meta.url))

/** Runs a writer process and ends it with SIGKILL. Resolves to the acknowledged versions by id. */
async function writeAndKill(file: string, round: number): Promise<Map<string, number>> {
  const child = spawn(process.execPath, [writer, file, String(round)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let output = ''
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    output += text
  })
  await once(child.stdout, 'data')
  await sleep(5 + Math.random() * 55)
  child.kill('SIGKILL')
  const [, signal] = (await once(child, 'close')) as [number | null, string | null]
  if (signal !== 'SIGKILL')
    throw new Error(`round ${round}: the writer ended by itself (${signal})`)
  const lines = output
    .split('\n')
    .slice(1, -1)
    .map((line) => line.split(' ') as [string, string])
  return new Map(lines.map(([id, version]) => [id, Number(version)]))
}

/**
 * Returns the errors in a round's records: missing acknowledged writes, or partially applied
 * batches.
 */
async function faults(
  records: Records,
  round: number,
  acknowledged: Map<string, number>,
): Promise<string[]> {
  const missing: string[] = []
  for (const [id, version] of acknowledged) {
    const found = await records.read(SCOPE, 'session', id)
    if (!found || found.version < version)
      missing.push(`${id}: acknowledged ${version}, found ${found?.version}`)
  }
  const all = (kind: string): Promise<Document[]> =>
    records.page(SCOPE, kind, { key1: String(round), limit: 1e6 })
  const sessions = (await all('session')).map(({ id }) => id).sort()
  // A round's entries are the newest; request one more than there are sessions, to detect extra
  // ones.
  const entries = await records.activity(SCOPE, { limit: sessions.length + 1 })
  const parts = {
    events: (await all('event')).map(({ id }) => id.slice(2)).sort(),
    jobs: (await records.dueJobs(`round-${round}`, 1, 1e6)).map(({ ref }) => ref).sort(),
    activity: entries
      .filter(({ at }) => at === round)
      .map(({ session }) => session)
      .sort(),
  }
  const torn = Object.entries(parts)
    .filter(([, ids]) => ids.join() !== sessions.join())
    .map(([name]) => `round ${round}: sessions and ${name} differ`)
  const noBlob: string[] = []
  for (const id of sessions) {
    if (id.endsWith('-image') && !(await records.blob(sha256(`image of ${id}`))))
      noBlob.push(`${id}: no blob`)
  }
  return [...missing, ...torn, ...noBlob]
}

t.test(
  `kill -9 during writes, ${ROUNDS} times: no acknowledged write and no part of a batch is missing`,
  async (t) => {
    t.testdir()
    // Two files that grow over the rounds, one per core.
    const lines = [0, 1].map(async (line) => {
      const file = join(t.testdirName, `records-${line}.sqlite`)
      const all = new Map<string, number>()
      const wrong: string[] = []
      for (let round = line; round < ROUNDS; round += 2) {
        const acknowledged = await writeAndKill(file, round)
        const records = openSqlite(file)
        wrong.push(...(await faults(records, round, acknowledged)))
        await records.close()
        for (const [id, version] of acknowledged) all.set(id, version)
      }
      const records = openSqlite(file)
      for (const [id, version] of all) {
        if (((await records.read(SCOPE, 'session', id))?.version ?? 0) < version)
          wrong.push(`${id} was lost later`)
      }
      await records.close()
      return { wrong, count: all.size }
    })
    const results = await Promise.all(lines)
    t.strictSame(results.flatMap(({ wrong }) => wrong).slice(0, 20), [])
    const count = results.reduce((sum, line) => sum + line.count, 0)
    t.ok(count > ROUNDS, `${count} acknowledged sessions, enough to judge`)
  },
)
