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
import { canRecord, record } from '../power/recording.ts'
import { type StateAfterLoss, replay } from '../power/replay.ts'
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
    'After a loss of power, the oldest commits are complete, the start reports missing ones that were counted, and with --durable none is missing.',
  cases: 100,
  share: 1,
  quick: false,
  stores: ['folder'],
  async run(run) {
    const recorded = await recordLog(run)
    const recordings = canRecord() ? [await record(run, []), await record(run, ['--durable'])] : []
    let most = 0
    let refused = 0
    let replayed = 0
    await run.inLanes(2, async (no) => {
      const random = run.random(no)
      const folder = await run.folder()
      const recording = recordings[(no % 3) - 1]
      if (recording) replayed++
      const { what, acknowledged, counted } = recording
        ? replay(recording, folder, random)
        : cut(recorded, folder, random)
      const flags = recording?.flags ?? []
      const problem = await refusalOf(run, folder, flags)
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
        flags: problem === undefined ? flags : [...flags, '--repair'],
        stderr: /^(Repaired|\s)/,
      })
      const clients = new Clients(running)
      const { organization, key } = recording ?? recorded
      const backend = new Backend(clients.us, organization, key)
      const reply = await backend.ask('GET', '/v1/sessions?limit=100')
      const { data = [] } = JSON.parse(reply.text) as { data?: { id: string }[] }
      const found = data.map(({ id }) => id).toReversed()
      const left = acknowledged.slice(0, found.length)
      const lost = acknowledged.length - left.length
      if (flags.length === 0) most = Math.max(most, lost)
      run.expect(
        left.join() === found.slice(0, left.length).join(),
        no,
        () => `${what}: the ${found.length} remaining sessions are not the oldest`,
      )
      run.expect(
        lost === 0 || (flags.length === 0 && (problem !== undefined || found.length >= counted)),
        no,
        () =>
          `${what}, with ${flags.join(' ') || 'no flags'}: ${lost} sessions are lost${problem ? '' : ' without a message'}`,
      )
      clients.close()
      await running.kill('SIGTERM')
    })
    run.figures['frames of the log'] = recorded.frames
    run.figures['most sessions lost'] = most
    run.figures['starts refused with instructions'] = refused
    const syncs = recordings.map(({ steps }) => steps.filter(({ kind }) => kind === 'sync').length)
    run.figures['recordings replayed'] = canRecord()
      ? `${replayed}; ${syncs[0]} syncs, ${syncs[1]} with --durable`
      : '0: strace is not installed'
  },
}

/** Records a log before any checkpoint. */
async function recordLog(run: Run): Promise<Recorded> {
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

/** Truncates or tears the log as a file system may after a power loss. */
function cut(
  { folder: whole, ids, frames, pageSize }: Recorded,
  folder: string,
  random: Random,
): StateAfterLoss {
  cpSync(whole, folder, { recursive: true })
  const data = join(folder, 'data')
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
  return { what: `${kind} at frame ${frame} of ${frames}`, acknowledged: ids, counted: ids.length }
}

/**
 * Starts a simulator on the folder, and returns the reason for its refusal; undefined if it starts.
 */
async function refusalOf(run: Run, folder: string, flags: string[]): Promise<string | undefined> {
  try {
    await (await run.simulator({ folder, flags, stderr: /^/ })).kill('SIGKILL')
    return undefined
  } catch (error) {
    return (error as Error).message
  }
}
