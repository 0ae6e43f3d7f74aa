import { type ChildProcess, spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import type { Announcement } from '../announce.ts'
import type { Region } from '../store/world.ts'
import { type Client, clientAt } from '../testing.ts'

const CLI = fileURLToPath(new URL('../../cli.ts', import.meta.url))
const FREE_PORTS = ['--admin-port', '0', '--us-port', '0', '--eu-port', '0']

export interface Ended { code: number | null, signal: NodeJS.Signals | null, stdout: string, stderr: string }

/** `vskit simulator` as a process of its own, once it has said that it is ready. */
export interface SimulatorProcess {
  ready: Announcement
  child: ChildProcess
  ended: Promise<Ended>
  /** Sends a signal and waits for the end. */
  kill(signal: NodeJS.Signals): Promise<Ended>
  client(key: string | undefined, region?: Region | 'control'): Client
}

interface Teardown { teardown(end: () => Promise<unknown>): unknown }

/** Runs the command until it ends by itself. */
export function runCommand(args: string[]): Promise<Ended> {
  return watch(spawn(process.execPath, [CLI, 'simulator', ...args], { stdio: ['ignore', 'pipe', 'pipe'] })).ended
}

/** Starts the command on free ports with `--json`; it is killed at the end of the test, if it still runs. */
export async function simulatorProcess(t: Teardown, args: string[] = []): Promise<SimulatorProcess> {
  const child = spawn(process.execPath, [CLI, 'simulator', '--json', ...FREE_PORTS, ...args], { stdio: ['ignore', 'pipe', 'pipe'] })
  const { ended, firstLine } = watch(child)
  const kill = (signal: NodeJS.Signals): Promise<Ended> => {
    child.kill(signal)
    return ended
  }
  t.teardown(() => child.exitCode === null && child.signalCode === null ? kill('SIGKILL') : ended)
  const line = await Promise.race([firstLine, ended.then(({ code, stderr }) => { throw new Error(`ended with ${code}: ${stderr}`) })])
  const ready = JSON.parse(line) as Announcement
  return {
    ready, child, ended, kill,
    client: (key, region = 'us') => clientAt(region === 'control' ? ready.console : ready.regions[region].base_url, key),
  }
}

function watch(child: ChildProcess): { ended: Promise<Ended>, firstLine: Promise<string> } {
  let stdout = ''
  let stderr = ''
  child.stderr!.setEncoding('utf8').on('data', (text: string) => { stderr += text })
  const firstLine = new Promise<string>((resolve) => {
    child.stdout!.setEncoding('utf8').on('data', (text: string) => {
      stdout += text
      const end = stdout.indexOf('\n')
      if (end >= 0) resolve(stdout.slice(0, end))
    })
  })
  const ended = new Promise<Ended>((resolve, reject) => {
    child.once('error', reject)
    child.once('close', (code, signal) => resolve({ code, signal, stdout, stderr }))
  })
  return { ended, firstLine }
}
