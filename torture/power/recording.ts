import { spawn, spawnSync } from 'node:child_process'
import { cpSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { Clients } from '../clients.ts'
import type { Run } from '../run.ts'

/** A system call of a process, in the order of the calls. */
export type Step =
  | { kind: 'write'; file: string; at: number; bytes: Buffer }
  | { kind: 'truncate'; file: string; size: number }
  /** The file is on the disk. */
  | { kind: 'sync'; file: string }
  /** A response that acknowledges a session. */
  | { kind: 'response'; session: string }

/** Writes of a simulator to its data folder while sessions were created. */
export interface Recording {
  flags: string[]
  /** The folder before the first step, completely synced. */
  before: string
  organization: string
  key: string
  steps: Step[]
}

/** Enough to write several megabytes, so that the log is checkpointed meanwhile. */
const SESSIONS = 90
const CALLS = 'trace=write,writev,sendto,pwrite64,ftruncate,fsync,fdatasync'

export function canRecord(): boolean {
  return spawnSync('strace', ['-V']).status === 0
}

/** Records the system calls of a simulator with `strace`. */
export async function record(run: Run, flags: string[]): Promise<Recording> {
  const folder = await run.folder()
  const running = await run.simulator({ folder, flags })
  const clients = new Clients(running)
  const backend = await clients.organization()
  const output = join(await run.folder(), 'strace.txt')
  const tracer = spawn(
    'strace',
    ['-f', '-y', '-xx', '-s', '100000', '-e', CALLS, '-o', output, '-p', String(running.child.pid)],
    { stdio: ['ignore', 'ignore', 'pipe'] },
  )
  await new Promise((resolve) => tracer.stderr.once('data', resolve))
  tracer.stderr.resume()
  const before = await run.folder()
  cpSync(folder, before, { recursive: true })
  for (let i = 0; i < SESSIONS; i++)
    await backend.data('POST', '/v1/sessions', { metadata: { i, text: 'x'.repeat(1000) } })
  await running.kill('SIGKILL')
  await new Promise((resolve) => {
    if (tracer.exitCode !== null) resolve(undefined)
    tracer.once('close', resolve)
  })
  clients.close()
  const { organization, key } = backend
  const steps = stepsOf(readFileSync(output, 'latin1'), join(folder, 'data'))
  return { flags, before, organization, key, steps }
}

const CALL = /^(\d+) +(\w+)\((\d+)<((?:\\x[0-9a-f]{2})*)>(.*)$/
const RESUMED = /^(\d+) +<\.\.\. (\w+) resumed>/

function stepsOf(trace: string, data: string): Step[] {
  const steps: Step[] = []
  /** Syncs that have begun, by thread. */
  const pending = new Map<string, string>()
  for (const line of trace.split('\n')) {
    const [, resumed, ended] = RESUMED.exec(line) ?? []
    if (resumed && ended?.endsWith('sync') && pending.has(resumed)) {
      steps.push({ kind: 'sync', file: pending.get(resumed)! })
      pending.delete(resumed)
    }
    const [, thread, call, , path, rest = ''] = CALL.exec(line) ?? []
    if (thread === undefined) continue
    const name = bytesOf(path!).toString()
    const file = relative(data, name)
    if (file.startsWith('..')) {
      const session = /socket|TCP/.test(name) && /"id":"(vs_\w+)"/.exec(textOf(rest))?.[1]
      if (session) steps.push({ kind: 'response', session })
      continue
    }
    if (call!.endsWith('sync')) {
      if (rest.includes('unfinished')) pending.set(thread, file)
      else steps.push({ kind: 'sync', file })
    } else if (call === 'ftruncate') {
      steps.push({ kind: 'truncate', file, size: Number(/^, (\d+)/.exec(rest)![1]) })
    } else if (call === 'pwrite64') {
      const [, written, at] = /^, "((?:\\x[0-9a-f]{2})*)", \d+, (\d+)/.exec(rest)!
      steps.push({ kind: 'write', file, at: Number(at), bytes: bytesOf(written!) })
    } else throw new Error(`${call!} to ${file}: only writes at a position are replayed`)
  }
  return steps
}

/** The texts in the arguments of a call. */
function textOf(args: string): string {
  return [...args.matchAll(/"((?:\\x[0-9a-f]{2})*)"/g)]
    .map(([, text]) => bytesOf(text!).toString())
    .join('')
}

function bytesOf(text: string): Buffer {
  return Buffer.from(text.replaceAll('\\x', ''), 'hex')
}
