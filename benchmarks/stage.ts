import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { rmSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'

const STDERR_KEPT = 4000
/** How long a process may take to say that it is ready. */
const FIRST_LINE_MS = 60_000

export interface Started {
  name: string
  pid: number
  /** Rejects when the process ends though nobody ended it; never resolves. */
  died: Promise<never>
  /** Its next message that answers ours. */
  ask(message: object): Promise<unknown>
  /** The first line that it prints. */
  firstLine(): Promise<string>
}

interface StartOptions {
  /** The core that it may use; undefined leaves that to the system. */
  core?: number | undefined
  /** Whether it is talked to by messages. */
  messages?: boolean
  nodeArgs?: string[]
}

export interface StageOptions {
  /** How long a process may take to close by itself. */
  graceMs?: number
  /** Where CPU profiles are left, in a folder for each process that takes `profileArgs`. */
  profiles?: string | undefined
}

/** A profile of minutes is written when its process ends, and takes seconds. */
const PROFILED_GRACE_MS = 60_000

/**
 * Owns every process and folder of a run, and leaves none of them behind: not after an error, not after a signal. The
 * processes don't see the terminal's Ctrl-C, so that it is the stage that ends them, in order.
 */
export class Stage {
  /** All that were ever started. */
  readonly pids: number[] = []
  #children = new Map<Started, ChildProcess>()
  #stopped = new Set<Started>()
  #folders: string[] = []
  #ending: Promise<void> | undefined
  /** Folders of profiles, by what was measured. */
  readonly profiled = new Map<string, string>()
  #graceMs: number
  #profiles: string | undefined
  #onExit = (): void => this.#endAtOnce()

  constructor({
    profiles,
    graceMs = profiles === undefined ? 5000 : PROFILED_GRACE_MS,
  }: StageOptions = {}) {
    this.#graceMs = graceMs
    this.#profiles = profiles
    process.on('exit', this.#onExit)
  }

  get ended(): boolean {
    return this.#ending !== undefined
  }

  /** Path of a script of this folder, in the form in which this very file runs: source or compiled. */
  script(name: string): string {
    return fileURLToPath(
      new URL(`./${name}${import.meta.url.endsWith('.ts') ? '.ts' : '.js'}`, import.meta.url),
    )
  }

  /** The command, as people start it: beside the sources, or beside the folder that they were compiled into. */
  get command(): string {
    return fileURLToPath(
      new URL(`${import.meta.url.endsWith('.ts') ? '..' : '../..'}/bin/vskit.cjs`, import.meta.url),
    )
  }

  /** Arguments by which Node leaves a profile under a name; none where no profiles are wanted. */
  profileArgs(name: string): string[] {
    if (this.#profiles === undefined) return []
    const folder = join(this.#profiles, name)
    this.profiled.set(name, folder)
    return ['--cpu-prof', `--cpu-prof-dir=${folder}`]
  }

  /** Starts Node with a script, or with all its arguments. */
  start(name: string, script: string | string[], options: StartOptions = {}): Started {
    const { core, messages = false, nodeArgs = [] } = options
    if (this.ended) throw new Error(`${name} can't be started: the bench is ending`)
    const [command, ...args] = [
      ...(core === undefined ? [] : ['taskset', '-c', String(core)]),
      process.execPath,
      ...nodeArgs,
      ...[script].flat(),
    ]
    const child = spawn(command!, args, {
      stdio: ['ignore', 'pipe', 'pipe', ...(messages ? ['ipc' as const] : [])],
      detached: process.platform !== 'win32',
    })
    const started = this.#watch(name, child)
    this.#children.set(started, child)
    if (child.pid !== undefined) this.pids.push(child.pid)
    return started
  }

  /** An empty folder that is removed at the end. */
  async folder(): Promise<string> {
    const folder = await mkdtemp(join(tmpdir(), 'vskit-bench-'))
    this.#folders.push(folder)
    if (this.ended) this.#removeFolders()
    return folder
  }

  /** Removes such a folder before the end. */
  async remove(folder: string): Promise<void> {
    await rm(folder, { recursive: true, force: true })
    this.#folders = this.#folders.filter((other) => other !== folder)
  }

  /** Ends one process: asks it to close, and kills it when it doesn't. */
  async stop(started: Started): Promise<void> {
    this.#stopped.add(started)
    const child = this.#children.get(started)
    if (child) await endChild(child, this.#graceMs)
  }

  /** Ends all that is still there; nothing can be started any more. */
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
        throw new Error(`${name} said nothing for ${FIRST_LINE_MS / 1000} s`)
      },
    )
    line.catch(() => {})
    const died = new Promise<never>((_resolve, reject) => {
      child.once('error', (error) =>
        reject(new Error(`${name} can't be started: ${error.message}`)),
      )
      // 'close' comes after the last of stderr, 'exit' may come before.
      child.once('close', (code, signal) => {
        this.#children.delete(started)
        if (this.#stopped.has(started)) return
        const words = stderr.trim()
        reject(
          new Error(
            `${name} ended by itself (${signal ?? `code ${code}`})${words && `:\n${words}`}`,
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
