import { type ChildProcess, spawn } from 'node:child_process'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

export const CLI = fileURLToPath(new URL('../bin/vskit.cjs', import.meta.url))

export interface Ended {
  code: number | null
  signal: NodeJS.Signals | null
  stdout: string
  stderr: string
}

export interface Running {
  child: ChildProcess
  /** Resolves with all of stdout once it matches the pattern. @throws {Error} when the command ends before */
  says(pattern: RegExp): Promise<string>
  /** Output so far. */
  stdout(): string
  ended: Promise<Ended>
  kill(signal: NodeJS.Signals): Promise<Ended>
}

interface Teardown {
  teardown(end: () => Promise<unknown>): unknown
}

interface Surroundings {
  cwd?: string
  env?: Record<string, string>
}

/** Starts a command, and kills it at the end of the test. */
export function startVskit(t: Teardown, args: string[], { cwd, env }: Surroundings = {}): Running {
  const child = spawn(process.execPath, [CLI, ...args], {
    stdio: ['ignore', 'pipe', 'pipe'],
    ...(cwd !== undefined && { cwd }),
    env: { NODE_COMPILE_CACHE: join(tmpdir(), 'node-compile-cache'), ...process.env, ...env },
  })
  const texts = { stdout: '', stderr: '' }
  const looks = new Set<() => void>()
  for (const name of ['stdout', 'stderr'] as const)
    child[name].setEncoding('utf8').on('data', (text: string) => {
      texts[name] += text
      for (const look of looks) look()
    })
  const ended = new Promise<Ended>((resolve, reject) => {
    child.once('error', reject)
    child.once('close', (code, signal) => resolve({ code, signal, ...texts }))
  })
  const kill = (signal: NodeJS.Signals): Promise<Ended> => {
    child.kill(signal)
    return ended
  }
  t.teardown(() => (child.exitCode === null && child.signalCode === null ? kill('SIGKILL') : ended))
  const says = (pattern: RegExp): Promise<string> =>
    new Promise((resolve, reject) => {
      const look = (): void => {
        if (!pattern.test(texts.stdout)) return
        looks.delete(look)
        resolve(texts.stdout)
      }
      looks.add(look)
      look()
      ended.then(({ code, stderr, stdout }) => {
        look()
        reject(new Error(`ended with ${code} before ${pattern}: ${stdout}${stderr}`))
      }, reject)
    })
  return { child, says, stdout: () => texts.stdout, ended, kill }
}

/** Runs a command to its end. */
export function runVskit(t: Teardown, args: string[], surroundings?: Surroundings): Promise<Ended> {
  return startVskit(t, args, surroundings).ended
}

/** Polls a condition. @throws {Error} after ten seconds */
export async function until(holds: () => boolean | Promise<boolean>, what: string): Promise<void> {
  const end = Date.now() + 10_000
  while (!(await holds())) {
    if (Date.now() > end) throw new Error(`not within ten seconds: ${what}`)
    await new Promise((resolve) => setTimeout(resolve, 10))
  }
}
