import { type ChildProcess, spawn } from 'node:child_process'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Announcement } from '../announce.ts'
import type { Region } from '../store/world.ts'
import { type Client, clientAt } from '../testing.ts'

const CLI = fileURLToPath(new URL('../../bin/vskit.cjs', import.meta.url))
const FREE_PORTS = ['--admin-port', '0', '--us-port', '0', '--eu-port', '0']

export interface Ended {
  code: number | null
  signal: NodeJS.Signals | null
  stdout: string
  stderr: string
}

/** `vskit simulator` as a process of its own. */
export interface CommandProcess {
  child: ChildProcess
  ended: Promise<Ended>
  /** Sends a signal and waits for the end. */
  kill(signal: NodeJS.Signals): Promise<Ended>
  /** Resolves when it has said this on stderr. */
  stderr(pattern: RegExp): Promise<void>
}

/** The same once it has said, as JSON, that it is ready. */
export interface SimulatorProcess extends CommandProcess {
  ready: Announcement
  client(key: string | undefined, region?: Region | 'control'): Client
}

interface Teardown {
  teardown(end: () => Promise<unknown>): unknown
}

/** Runs the command until it ends by itself. */
export function runCommand(args: string[]): Promise<Ended> {
  return watch(spawnCommand(args)).ended
}

/** Starts the command and waits for this on stdout; it is killed at the end of the test, if it still runs. */
export async function startCommand(
  t: Teardown,
  args: string[],
  until: RegExp,
): Promise<CommandProcess & { stdout: string }> {
  const child = spawnCommand(args)
  const { ended, said } = watch(child)
  const kill = (signal: NodeJS.Signals): Promise<Ended> => {
    child.kill(signal)
    return ended
  }
  t.teardown(() => (child.exitCode === null && child.signalCode === null ? kill('SIGKILL') : ended))
  const early = ended.then(({ code, stderr }) => {
    throw new Error(`ended with ${code}: ${stderr}`)
  })
  const stdout = await Promise.race([said('stdout', until), early])
  early.catch(() => undefined)
  return {
    child,
    ended,
    kill,
    stdout,
    stderr: async (pattern) => {
      await said('stderr', pattern)
    },
  }
}

/** Starts the command on free ports with `--json`; it is killed at the end of the test, if it still runs. */
export async function simulatorProcess(
  t: Teardown,
  args: string[] = [],
): Promise<SimulatorProcess> {
  const started = await startCommand(t, ['--json', ...FREE_PORTS, ...args], /\n/)
  const ready = JSON.parse(started.stdout) as Announcement
  return {
    ...started,
    ready,
    client: (key, region = 'us') =>
      clientAt(region === 'control' ? ready.console : ready.regions[region].base_url, key),
  }
}

function spawnCommand(args: string[]): ChildProcess {
  return spawn(process.execPath, [CLI, 'simulator', ...args], {
    stdio: ['ignore', 'pipe', 'pipe'],
    // Where Node itself would keep it: what was compiled once need not be compiled at each of a hundred starts.
    env: { NODE_COMPILE_CACHE: join(tmpdir(), 'node-compile-cache'), ...process.env },
  })
}

type Stream = 'stdout' | 'stderr'

/** `said` resolves with the whole of a stream once the pattern is in it. */
function watch(child: ChildProcess): {
  ended: Promise<Ended>
  said: (stream: Stream, pattern: RegExp) => Promise<string>
} {
  const texts = { stdout: '', stderr: '' }
  const waiting = new Set<() => void>()
  for (const stream of ['stdout', 'stderr'] as const) {
    child[stream]!.setEncoding('utf8').on('data', (text: string) => {
      texts[stream] += text
      for (const look of waiting) look()
    })
  }
  const said = (stream: Stream, pattern: RegExp): Promise<string> =>
    new Promise((resolve) => {
      const look = (): void => {
        if (!pattern.test(texts[stream])) return
        waiting.delete(look)
        resolve(texts[stream])
      }
      waiting.add(look)
      look()
    })
  const ended = new Promise<Ended>((resolve, reject) => {
    child.once('error', reject)
    child.once('close', (code, signal) => resolve({ code, signal, ...texts }))
  })
  return { ended, said }
}
