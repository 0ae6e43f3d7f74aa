import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { rmSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'

const STDERR_KEPT = 4000
/** Timeout of a process's ready message. */
const FIRST_LINE_MS = 60_000

export interface Started {
  name: string
  pid: number
  /** Rejects if the process ends unexpectedly; never resolves. */
  died: Promise<never>
  /** Sends a message and resolves with the reply. */
  ask(message: object): Promise<unknown>
  /** The first line of its stdout. */
  firstLine(): Promise<string>
}

interface StartOptions {
  /** Core to pin it to; undefined leaves the choice to the operating system. */
  core?: number | undefined
  /** Whether to open an IPC channel. */
  messages?: boolean
  nodeArgs?: string[]
  /** Working folder of the process. @default that of this process */
  cwd?: string
  /** @default that of this process */
  env?: NodeJS.ProcessEnv
}

export interface ProcessGroupOptions {
  /** Grace period for a clean exit. */
  graceMs?: number
  /** Output folder of CPU profiles, with a subfolder for each process that takes `profileArgs`. */
  profiles?: string | undefined
}

/** Writing the profile of a run of minutes at exit takes seconds. */
const PROFILED_GRACE_MS = 60_000

/**
 * Owns every process and folder of a run, and removes all of them, also after an error or a signal.
 * Processes do not receive the terminal's Ctrl-C, so that the group ends them in order.
 */
export class ProcessGroup {
  /** Ids of all processes ever started. */
  readonly pids: number[] = []
  #children = new Map<Started, ChildProcess>()
  #stopped = new Set<Started>()
  #folders: string[] = []
  #ending: Promise<void> | undefined
  /** Profile folders by measurement. */
  readonly profiled = new Map<string, string>()
  #graceMs: number
  #profiles: string | undefined
  #onExit = (): void => this.#endAtOnce()

  constructor({
    profiles,
    graceMs = profiles === undefined ? 5000 : PROFILED_GRACE_MS,
  }: ProcessGroupOptions = {}) {
    this.#graceMs = graceMs
    this.#profiles = profiles
    process.on('exit', this.#onExit)
  }

  get ended(): boolean {
    return this.#ending !== undefined
  }

  /** Path of a script below `benchmarks/`, as source or compiled, like this file. */
  script(name: string): string {
    return fileURLToPath(
      new URL(`../${name}${import.meta.url.endsWith('.ts') ? '.ts' : '.js'}`, import.meta.url),
    )
  }

  /** Path of the command, for sources or compiled files. */
  get command(): string {
    return fileURLToPath(
      new URL(
        `${import.meta.url.endsWith('.ts') ? '../..' : '../../..'}/bin/vskit.cjs`,
        import.meta.url,
      ),
    )
  }

  /** Node arguments that write a profile under a name; empty if profiling is off. */
  profileArgs(name: string): string[] {
    if (this.#profiles === undefined) return []
    // The process may have another working folder.
    const folder = resolve(this.#profiles, name)
    this.profiled.set(name, folder)
    return ['--cpu-prof', `--cpu-prof-dir=${folder}`]
  }

  /** Starts Node with a script, or with a full list of arguments. */
  start(name: string, script: string | string[], options: StartOptions = {}): Started {
    const { core, messages = false, nodeArgs = [], cwd, env } = options
    if (this.ended) throw new Error(`${name} cannot be started: the benchmark is ending`)
    const [command, ...args] = [
      ...(core === undefined ? [] : ['taskset', '-c', String(core)]),
      process.execPath,
      ...nodeArgs,
      ...[script].flat(),
    ]
    const child = spawn(command!, args, {
      stdio: ['ignore', 'pipe', 'pipe', ...(messages ? ['ipc' as const] : [])],
      detached: process.platform !== 'win32',
      ...(cwd !== undefined && { cwd }),
      ...(env && { env }),
    })
    const started = this.#watch(name, child)
    this.#children.set(started, child)
    if (child.pid !== undefined) this.pids.push(child.pid)
    return started
  }

  /** Creates an empty folder that is removed at the end. */
  async folder(): Promise<string> {
    const folder = await mkdtemp(join(tmpdir(), 'vskit-bench-'))
    this.#folders.push(folder)
    if (this.ended) this.#removeFolders()
    return folder
  }

  /** Removes such a folder early. */
  async remove(folder: string): Promise<void> {
    await rm(folder, { recursive: true, force: true })
    this.#folders = this.#folders.filter((other) => other !== folder)
  }

  /** Asks a process to close, and kills it after the grace period. */
  async stop(started: Started): Promise<void> {
    this.#stopped.add(started)
    const child = this.#children.get(started)
    if (child) await endChild(child, this.#graceMs)
  }

  /** Ends all processes; no more can be started. */
  end(): Promise<void> {
    return (this.#ending ??= this.#endAll())
  }

  async #endAll(): Promise<void> {
    await Promise.all([...this.#children.keys()].map((started) => this.stop(started)))
    this.#removeFolders()
    process.off('exit', this.#onExit)
  }

  #watch(name: string, child: ChildProcess): Started {
    let stderr = ''
    child.stderr!.setEncoding('utf8').on('data', (text: string) => {
      stderr = (stderr + text).slice(-STDERR_KEPT)
    })
    const lines = createInterface({ input: child.stdout! })
    const line = once(lines, 'line', { signal: AbortSignal.timeout(FIRST_LINE_MS) }).then(
      ([text]) => text as string,
      () => {
        throw new Error(`${name} printed nothing for ${FIRST_LINE_MS / 1000} s`)
      },
    )
    line.catch(() => {})
    const died = new Promise<never>((_resolve, reject) => {
      child.once('error', (error) =>
        reject(new Error(`${name} cannot be started: ${error.message}`)),
      )
      // 'close' comes after the last stderr output, 'exit' may come before.
      child.once('close', (code, signal) => {
        this.#children.delete(started)
        if (this.#stopped.has(started)) return
        const words = stderr.trim()
        reject(
          new Error(
            `${name} ended unexpectedly (${signal ?? `code ${code}`})${words && `:\n${words}`}`,
          ),
        )
      })
    })
    died.catch(() => {})
    const started: Started = {
      name,
      pid: child.pid ?? -1,
      died,
      ask: (message) => {
        const answer = once(child, 'message') as Promise<[unknown]>
        child.send(message, () => {})
        return Promise.race([answer.then(([reply]) => reply), died])
      },
      firstLine: () => Promise.race([line, died]),
    }
    return started
  }

  #endAtOnce(): void {
    for (const child of this.#children.values()) child.kill('SIGKILL')
    this.#removeFolders()
  }

  #removeFolders(): void {
    for (const folder of this.#folders.splice(0)) rmSync(folder, { recursive: true, force: true })
  }
}

async function endChild(child: ChildProcess, graceMs: number): Promise<void> {
  if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return
  const gone = once(child, 'exit')
  const timer = setTimeout(() => child.kill('SIGKILL'), graceMs)
  child.kill('SIGTERM')
  await gone
  clearTimeout(timer)
}
