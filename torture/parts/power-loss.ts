import { spawn, spawnSync } from 'node:child_process'
import {
  closeSync,
  cpSync,
  ftruncateSync,
  openSync,
  readFileSync,
  rmSync,
  writeSync,
} from 'node:fs'
import { join } from 'node:path'
import { Backend, Clients } from '../clients.ts'
import type { Part } from '../part.ts'
import type { Random } from '../random.ts'
import type { Run } from '../run.ts'

/** The SQLite file format: a header of the log, and a header of each frame. */
const LOG_HEADER = 32
const FRAME_HEADER = 24
const SESSIONS = 40

interface Recorded {
  folder: string
  organization: string
  key: string
  /** Acknowledged, oldest first. */
  ids: string[]
  frames: number
  pageSize: number
}

/**
 * Without `--durable`, the log is synced at checkpoints only. After a power loss, the disk has the database as of the
 * last checkpoint. Of the later log it may have any prefix, a torn frame, or later frames without an earlier one.
 */
export const powerLoss: Part = {
  name: 'power-loss',
  promise:
    'A loss of power leaves whole commits, oldest first, and the start says what is missing.',
  cases: 100,
  share: 1,
  quick: false,
  durable: true,
  async run(run) {
    if (run.store.name !== 'folder') return
    const recorded = await record(run)
    let most = 0
    let refused = 0
    await run.inLanes(2, async (no) => {
      const random = run.random(no)
      const folder = await run.folder()
      cpSync(recorded.folder, folder, { recursive: true })
      const what = cut(join(folder, 'data'), recorded, random)
      const problem = await refusalOf(run, folder)
      if (problem !== undefined) {
        refused++
        run.expect(
          /--repair/.test(problem),
          no,
          () => `${what}: refused without instructions: ${problem}`,
        )
      }
      const running = await run.simulator({
        folder,
        flags: problem === undefined ? [] : ['--repair'],
        stderr: /^(Repaired|\s)/,
      })
      const clients = new Clients(running)
      const backend = new Backend(clients.us, recorded.organization, recorded.key)
      const reply = await backend.ask('GET', '/v1/sessions?limit=100')
      const { data = [] } = JSON.parse(reply.text) as { data?: { id: string }[] }
      const found = data.map(({ id }) => id).toReversed()
      const expected = recorded.ids.slice(0, found.length)
      const lost = recorded.ids.length - found.length
      most = Math.max(most, lost)
      run.expect(
        found.join() === expected.join(),
        no,
        () => `${what}: not the oldest ${found.length} sessions are left`,
      )
      run.expect(
        lost === 0 || problem !== undefined,
        no,
        () => `${what}: ${lost} sessions are lost without a word`,
      )
      clients.close()
      await running.kill('SIGTERM')
    })
    run.figures['frames of the log'] = recorded.frames
    run.figures['most sessions lost'] = `${most} of ${SESSIONS}`
    run.figures['starts refused with instructions'] = refused
    run.figures['syncs with --durable'] = await syncs(run)
  },
}

async function record(run: Run): Promise<Recorded> {
  const folder = await run.folder()
  const running = await run.simulator({ folder })
  const clients = new Clients(running)
  const { organization, key, api } = await clients.organization()
  const backend = new Backend(api, organization, key)
  const ids: string[] = []
  for (let i = 0; i < SESSIONS; i++)
    ids.push((await backend.data<{ id: string }>('POST', '/v1/sessions', { metadata: { i } })).id)
  await running.kill('SIGKILL')
  clients.close()
  const log = readFileSync(join(folder, 'data', 'records.sqlite-wal'))
  const pageSize = log.readUInt32BE(8)
  const frames = Math.floor((log.length - LOG_HEADER) / (pageSize + FRAME_HEADER))
  return { folder, organization, key, ids, frames, pageSize }
}

/** Truncates or tears the log as a file system may after a power loss. @returns a description */
function cut(data: string, { frames, pageSize }: Recorded, random: Random): string {
  const log = join(data, 'records.sqlite-wal')
  const size = pageSize + FRAME_HEADER
  const frame = random.below(frames)
  const at = LOG_HEADER + frame * size
  rmSync(`${log.slice(0, -4)}-shm`, { force: true })
  if (random.chance(0.3)) rmSync(join(data, 'records.sqlite-generation'), { force: true })
  const kind = random.pick(['cut', 'torn', 'zeroed'] as const)
  const file = openSync(log, 'r+')
  try {
    if (kind === 'cut') ftruncateSync(file, at)
    else if (kind === 'torn') ftruncateSync(file, at + 1 + random.below(size - 1))
    else writeSync(file, Buffer.alloc(Math.min(size, 4096)), 0, Math.min(size, 4096), at)
  } finally {
    closeSync(file)
  }
  return `${kind} at frame ${frame} of ${frames}`
}

/** Starts on the folder, and returns why it refuses; undefined if it starts. */
async function refusalOf(run: Run, folder: string): Promise<string | undefined> {
  try {
    await (await run.simulator({ folder, stderr: /^/ })).kill('SIGKILL')
    return undefined
  } catch (error) {
    return (error as Error).message
  }
}

/** Counts the syncs of the log at each acknowledged write, where strace is installed. */
async function syncs(run: Run): Promise<string> {
  if (spawnSync('strace', ['-V']).status !== 0) return 'not counted: strace is not installed'
  const folder = await run.folder()
  const running = await run.simulator({ folder, flags: ['--durable'] })
  const clients = new Clients(running)
  const backend = await clients.organization()
  const output = join(folder, 'strace.txt')
  const tracer = spawn(
    'strace',
    ['-f', '-e', 'trace=fsync,fdatasync', '-o', output, '-p', String(running.child.pid)],
    { stdio: ['ignore', 'ignore', 'pipe'] },
  )
  await new Promise((resolve) => tracer.stderr.once('data', resolve))
  for (let i = 0; i < 20; i++) await backend.data('POST', '/v1/sessions', {})
  tracer.kill('SIGINT')
  await new Promise((resolve) => tracer.once('close', resolve))
  clients.close()
  const count = readFileSync(output, 'utf8').match(/f(data)?sync\(/g)?.length ?? 0
  run.expect(count >= 20, -1, () => `--durable: ${count} syncs for 20 acknowledged writes`)
  return `${count} for 20 writes`
}
