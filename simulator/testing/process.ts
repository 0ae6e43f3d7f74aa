import { type ChildProcess, spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { workingFolder } from './working-folder.ts'
import type { Banner } from '../banner.ts'
import type { Region } from '../world/world.ts'
import { type Client, clientAt } from './simulator.ts'

const CLI = fileURLToPath(new URL('../../bin/vskit.cjs', import.meta.url))
const FREE_PORTS = ['--admin-port', '0', '--us-port', '0', '--eu-port', '0']

export interface Ended {
  code: number | null
  signal: NodeJS.Signals | null
  stdout: string
  stderr: string
}

/** `vskit simulator` as a child process. */
export interface CommandProcess {
  child: ChildProcess
  ended: Promise<Ended>
  /** Sends a signal and waits for the exit. */
  kill(signal: NodeJS.Signals): Promise<Ended>
  /** Resolves when stderr matches the pattern. */
  stderr(pattern: RegExp): Promise<void>
}

/** A simulator process that has printed its ready line (`--json`). */
export interface SimulatorProcess extends CommandProcess {
  ready: Banner
  client(key: string | undefined, region?: Region | 'control'): Client
}

/** Options of a process. */
export interface ProcessOptions {
  /** Maximum number of open files. */
  fileDescriptors?: number
  /** A module to load first. */
  preload?: string
}

interface Teardown {
  teardown(end: () => Promise<unknown>): unknown
}

/** Whether a process runs and is not a zombie. */
export function runs(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return !/\) Z /.test(readFileSync(`/proc/${pid}/stat`, 'utf8'))
  } catch {
    return false
  }
}

/** Runs the command until it exits. */
export function runCommand(args: string[], options?: ProcessOptions): Promise<Ended> {
  return watch(spawnCommand(args, options)).ended
}

/**
 * Starts the command and waits until stdout matches; it is killed at the end of the test if it
 * still runs.
 */
export async function startCommand(
  t: Teardown,
  args: string[],
  until: RegExp,
  options?: ProcessOptions,
): Promise<CommandProcess & { stdout: string }> {
  const child = spawnCommand(args, options)
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

/**
 * Starts the command on free ports with `--json`; it is killed at the end of the test if it still
 * runs, and stops if the test process is killed.
 */
export async function simulatorProcess(
  t: Teardown,
  args: string[] = [],
  options?: ProcessOptions,
): Promise<SimulatorProcess> {
  const started = await startCommand(
    t,
    ['--json', '--stop-with-parent', ...FREE_PORTS, ...args],
    /\n/,
    options,
  )
  const ready = JSON.parse(started.stdout) as Banner
  return {
    ...started,
    ready,
    client: (key, region = 'us') =>
      clientAt(region === 'control' ? ready.console : ready.regions[region].base_url, key),
  }
}

function spawnCommand(
  args: string[],
  { fileDescriptors, preload }: ProcessOptions = {},
): ChildProcess {
  const first = preload === undefined ? [] : ['--import', preload]
  const command = [process.execPath, ...first, CLI, 'simulator', ...args]
  const [program, ...rest] = fileDescriptors
    ? ['/bin/sh', '-c', `ulimit -n ${fileDescriptors} && exec "$0" "$@"`, ...command]
    : command
  return spawn(program!, rest, {
    stdio: ['ignore', 'pipe', 'pipe'],
    cwd: workingFolder(),
    // Node's default compile cache folder: code compiled once need not be compiled again at each of
    // a hundred starts.
    env: { NODE_COMPILE_CACHE: join(tmpdir(), 'node-compile-cache'), ...process.env },
  })
}

type Stream = 'stdout' | 'stderr'

/** `said` resolves with the stream's full text once it matches the pattern. */
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
