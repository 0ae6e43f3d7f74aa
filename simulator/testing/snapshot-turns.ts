/**
 * Measures the longest event loop turns while a snapshot is taken and deleted, under constant
 * creates and reads.
 *
 * node simulator/testing/snapshot-turns.ts [SESSIONS [FOLDER]]
 *
 * Fills a store with SESSIONS sessions and their events, jobs and activity. Prints the longest
 * turns, and how many exceeded 10 and 20 ms: without a snapshot, during one and during its
 * deletion. Reuses a folder that an earlier run has filled.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { startSimulator } from '../server.ts'
import type { Change, Records } from '../store/records.ts'
import { clientAt, demoKey, roomyWorld } from './simulator.ts'
import { countDocuments } from '../store/testing/count-documents.ts'

const SCOPE = 'us/test/org_seed'
const TOGETHER = 200
const CALLERS = 24
const LEAST_MS = 4000
/** Shorter turns are ignored. */
const COUNTS_MS = 5

/** Related records of a session, in realistic size. */
function traces(n: number): Change[] {
  const id = `vs_${n.toString(32).padStart(24, '0')}`
  const put = (kind: string, key: string, padding: number): Change => ({
    type: 'put',
    scope: SCOPE,
    kind,
    id: key,
    key1: id,
    body: { id, padding: 'x'.repeat(padding) },
    ifVersion: 0,
  })
  return [
    put('seeded', id, 3000),
    put('seeded-event', `evt_${id}`, 2000),
    {
      type: 'schedule',
      job: { id: `j-${id}`, lane: 'seeded', due: 4e12, kind: 'none', scope: SCOPE, ref: id },
    },
    {
      type: 'activity',
      scope: SCOPE,
      at: n,
      session: id,
      action: 'a',
      artifact: 'front',
      outcome: 'o',
      actor: 'k',
    },
  ]
}

async function fill(records: Records, sessions: number): Promise<void> {
  for (let n = await countDocuments(records, SCOPE, 'seeded'); n < sessions; n += TOGETHER) {
    await records.write(
      Array.from({ length: Math.min(TOGETHER, sessions - n) }, (_, i) => traces(n + i)).flat(),
    )
  }
}

/**
 * Returns the turns, in ms, above the threshold until the work ends. Recording all would mean
 * sorting millions, which would itself block the loop.
 */
async function longTurns(work: Promise<unknown>): Promise<number[]> {
  const found: number[] = []
  const end = { reached: false }
  void work.finally(() => {
    end.reached = true
  })
  for (let last = performance.now(); !end.reached;) {
    await new Promise((resolve) => setImmediate(resolve))
    const now = performance.now()
    if (now - last > COUNTS_MS) found.push(now - last)
    last = now
  }
  return found
}

function say(what: string, found: number[]): void {
  const longest = found
    .toSorted((one, other) => other - one)
    .slice(0, 5)
    .map((ms) => ms.toFixed(1))
    .join(', ')
  const over = (limit: number): number => found.filter((ms) => ms > limit).length
  console.log(`${what}: the longest ${longest} ms; ${over(10)} over 10 ms, ${over(20)} over 20 ms`)
}

async function load(base: string): Promise<never> {
  const call = clientAt(base, demoKey('org_acme'))
  const caller = async (): Promise<never> => {
    for (;;) {
      const { id } = (await call('POST', '/v1/sessions', {})).json<{ data: { id: string } }>().data
      await call('GET', `/v1/sessions/${id}`)
    }
  }
  return await Promise.race(Array.from({ length: CALLERS }, caller))
}

async function main(sessions: number, given: string | undefined): Promise<void> {
  const folder = given ?? (await mkdtemp(join(tmpdir(), 'snapshot-turns-')))
  const simulator = await startSimulator({
    adminPort: 0,
    usPort: 0,
    euPort: 0,
    dataDir: folder,
    world: roomyWorld(),
  })
  await fill(simulator.ports.records, sessions)
  const callers = spawn(
    process.execPath,
    [fileURLToPath(import.meta.url), 'load', simulator.base_urls.us],
    { stdio: ['ignore', 'inherit', 'ignore'] },
  )
  await sleep(3000)
  const control = clientAt(`${simulator.control_url}/control/v1`, undefined)
  for (let round = 0; round < 3; round++) {
    say('  without a snapshot', await longTurns(sleep(LEAST_MS)))
    const begun = performance.now()
    let took = 0
    const taken = control('POST', '/snapshots').then((reply) => {
      took = performance.now() - begun
      return reply.json<{ data: { id: string; bytes: number } }>().data
    })
    const found = await longTurns(taken)
    const { id, bytes } = await taken
    say(`with one of ${Math.round(bytes / 1e6)} MB, in ${(took / 1000).toFixed(1)} s`, found)
    say('  while it is deleted', await longTurns(control('DELETE', `/snapshots/${id}`)))
  }
  callers.kill()
  await once(callers, 'exit')
  await simulator.close()
  if (given === undefined) await rm(folder, { recursive: true })
}

const [first = '100000', second] = process.argv.slice(2)
if (first === 'load') await load(second!)
else await main(Number(first), second)
