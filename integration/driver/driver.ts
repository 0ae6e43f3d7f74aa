import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { withoutProxy } from '../../library/environment/no-proxy.ts'
import { type Operation, type Ready, readReady } from './protocol.ts'

/** Grace period of the command after its input has ended. */
const GRACE_MS = 3000
/** Time for the last output of a command that has ended. */
const LAST_OUTPUT_MS = 500
const LONGEST_TAIL = 4000
/** After so many operations in a row without a response, the command is not called again. */
const MOST_UNANSWERED = 3

/** The backend reported a failure of the operation. */
export class DriveFailed extends Error {
  override readonly name = 'DriveFailed'
}

/** The command violates PROTOCOL.md. */
export class DriverError extends Error {
  override readonly name = 'DriverError'
}

/** The command has ended, or does not respond: no further operation can run. */
export class DriverLost extends DriverError {}

interface Waiting {
  resolve: (result: Record<string, unknown>) => void
  reject: (error: Error) => void
}

interface Calls {
  waiting: Map<number, Waiting>
  lost: DriverLost | undefined
  /** Rejects all operations from now on. */
  lose: (why: string) => void
}

/** A command that drives the integrator's backend, by lines of JSON on stdin and stdout. */
export class Driver {
  readonly ready: Ready
  readonly #child: ChildProcess
  readonly #timeoutMs: number
  readonly #calls: Calls
  #unanswered = 0
  #next = 1

  private constructor(child: ChildProcess, ready: Ready, calls: Calls, timeoutMs: number) {
    this.#child = child
    this.ready = ready
    this.#calls = calls
    this.#timeoutMs = timeoutMs
  }

  /** Why no further operation can run; undefined while the command runs. */
  get lost(): DriverLost | undefined {
    return this.#calls.lost
  }

  /**
   * Starts the command in a shell and waits for its first line.
   * @param onLog called with each line that is not a message of the protocol
   * @throws {DriverError}
   */
  static async start(
    command: string,
    options: {
      env: Record<string, string>
      timeoutMs: number
      cwd?: string
      onLog?: (line: string) => void
      /** Ends the command and what it started. */
      signal?: AbortSignal
    },
  ): Promise<Driver> {
    const { env, timeoutMs, cwd, onLog, signal } = options
    signal?.throwIfAborted()
    const child = spawn(command, {
      shell: true,
      stdio: ['pipe', 'pipe', 'pipe'],
      env: { ...process.env, ...withoutProxy(process.env), ...env },
      // Starts a process group, so that processes started by the shell can be ended with it.
      detached: process.platform !== 'win32',
      ...(cwd !== undefined && { cwd }),
    })
    const abort = (): void => {
      end(child, 'SIGTERM')
      const timer = setTimeout(() => end(child, 'SIGKILL'), GRACE_MS)
      child.once('close', () => clearTimeout(timer))
    }
    signal?.addEventListener('abort', abort, { once: true })
    let tail = ''
    const log = (line: string): void => {
      tail = `${tail}${line}\n`.slice(-LONGEST_TAIL)
      onLog?.(line)
    }
    const waiting = new Map<number, Waiting>()
    const ready = Promise.withResolvers<Ready>()
    let isReady = false
    createInterface({ input: child.stderr }).on('line', log)
    createInterface({ input: child.stdout }).on('line', (line) => {
      const message = messageOf(line)
      if (message === undefined) return log(line)
      if (message['ready'] === true) {
        const read = readReady(message)
        isReady = true
        if (typeof read === 'string')
          ready.reject(new DriverError(`the first message of the command: ${read}`))
        else ready.resolve(read)
      } else if (!answer(waiting, message)) log(line)
    })
    child.stdin.on('error', () => undefined)
    const lose = (why: string): void => {
      if (calls.lost) return
      calls.lost = new DriverLost(
        `${why}${tail === '' ? '' : `; its last output:\n${tail.trimEnd()}`}`,
      )
      ready.reject(calls.lost)
      for (const { reject } of waiting.values()) reject(calls.lost)
      waiting.clear()
    }
    const calls: Calls = { waiting, lost: undefined, lose }
    child.once('error', (error) => lose(`"${command}" cannot be started: ${error.message}`))
    const over = (code: number | null, signal: NodeJS.Signals | null): void =>
      lose(
        `"${command}" ended with ${signal ?? `exit code ${code}`} ${isReady ? 'during the run; a driver runs until its standard input ends (integration/PROTOCOL.md)' : 'before it was ready'}`,
      )
    child.once('close', over)
    // A process that it started can hold its output open, and then there is no `close`.
    child.once('exit', (...how) => setTimeout(over, LAST_OUTPUT_MS, ...how))
    const timer = setTimeout(
      () =>
        lose(
          `"${command}" did not print {"ready": true, "can": [...]} within ${timeoutMs / 1000} s; see integration/PROTOCOL.md`,
        ),
      timeoutMs,
    )
    try {
      return new Driver(child, await ready.promise, calls, timeoutMs)
    } catch (error) {
      end(child, 'SIGKILL')
      throw error
    } finally {
      clearTimeout(timer)
    }
  }

  /**
   * Runs an operation of the backend.
   * @throws {DriveFailed} when it reports a failure
   * @throws {DriverError} when it does not respond
   */
  async drive(
    operation: Operation,
    params: Record<string, unknown>,
  ): Promise<Record<string, unknown>> {
    const { waiting, lose } = this.#calls
    if (this.lost) throw this.lost
    const id = this.#next++
    const { promise, resolve, reject } = Promise.withResolvers<Record<string, unknown>>()
    waiting.set(id, { resolve, reject })
    this.#child.stdin!.write(`${JSON.stringify({ id, do: operation, ...params })}\n`)
    const timer = setTimeout(() => {
      const seconds = this.#timeoutMs / 1000
      if (++this.#unanswered >= MOST_UNANSWERED)
        lose(
          `the driver did not respond to ${MOST_UNANSWERED} operations in a row within ${seconds} s each (integration/PROTOCOL.md); --timeout allows more`,
        )
      reject(
        new DriverError(
          `the command did not respond to "${operation}" within ${seconds} s; --timeout allows more`,
        ),
      )
    }, this.#timeoutMs)
    try {
      const result = await promise
      this.#unanswered = 0
      return result
    } catch (error) {
      if (error instanceof DriveFailed) this.#unanswered = 0
      throw error
    } finally {
      clearTimeout(timer)
      waiting.delete(id)
    }
  }

  /** Ends the input of the command, and kills it and what it started if they do not end then. */
  async close(): Promise<void> {
    const ended = closed(this.#child)
    this.#child.stdin!.end()
    const timer = setTimeout(() => end(this.#child, 'SIGKILL'), GRACE_MS)
    await ended
    clearTimeout(timer)
  }
}

function messageOf(line: string): Record<string, unknown> | undefined {
  if (!line.startsWith('{')) return undefined
  try {
    return JSON.parse(line) as Record<string, unknown>
  } catch {
    return undefined
  }
}

/** Whether the message is the response to a request. */
function answer(waiting: Map<number, Waiting>, message: Record<string, unknown>): boolean {
  const one = waiting.get(Number(message['id']))
  if (!one) return false
  const { result, error } = message
  if (error !== undefined) one.reject(new DriveFailed(String(error)))
  else if (typeof result === 'object' && result !== null && !Array.isArray(result))
    one.resolve(result as Record<string, unknown>)
  else
    one.reject(
      new DriverError('a response of the command has neither "result", an object, nor "error"'),
    )
  return true
}

/** Resolves when the command has ended and no process holds its output open. */
async function closed(child: ChildProcess): Promise<void> {
  if (child.stdout!.closed && child.stderr!.closed) return
  await once(child, 'close')
}

function end(child: ChildProcess, signal: NodeJS.Signals): void {
  try {
    if (process.platform === 'win32' || child.pid === undefined) child.kill(signal)
    else process.kill(-child.pid, signal)
  } catch {
    // It has ended already.
  }
}
