import { type ChildProcess, spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { constants } from 'node:os'
import { extname } from 'node:path'
import { fileURLToPath } from 'node:url'
import { MARK, endMarked } from './descendants.ts'

/** Grace period of a command after SIGTERM. */
const GRACE_MS = 10_000
const WATCHDOG = fileURLToPath(
  new URL(`./watchdog${extname(import.meta.filename)}`, import.meta.url),
)

/**
 * Runs a command with further variables until it ends. Forwards signals. When the command has
 * ended, or this process was killed, every process that it started is ended.
 * @returns its exit code; 128 + the signal's number if a signal ended it, 127 if it could not be
 * started
 */
export async function runChild(
  [command, ...args]: string[],
  environment: Record<string, string>,
): Promise<number> {
  const mark = randomUUID()
  // Before the command: a signal would otherwise end this process alone, until the start is complete.
  const stop = passSignals((signal) => child.kill(signal))
  const child = spawn(command!, args, {
    stdio: 'inherit',
    env: { ...process.env, ...environment, [MARK]: mark },
    // npm and similar commands are scripts on Windows.
    shell: process.platform === 'win32',
  })
  const watchdog = child.pid === undefined ? undefined : startWatchdog(mark, child.pid)
  try {
    return await exitCodeOf(child, command!)
  } finally {
    stop()
    if (child.pid !== undefined) await endMarked(mark, child.pid)
    watchdog?.()
  }
}

function exitCodeOf(child: ChildProcess, command: string): Promise<number> {
  return new Promise((resolve) => {
    child.once('error', (error: NodeJS.ErrnoException) => {
      const why = error.code === 'ENOENT' ? 'command not found' : error.message
      console.error(`vskit exec: ${command}: ${why}`)
      resolve(error.code === 'ENOENT' ? 127 : 126)
    })
    child.once('exit', (code, signal) =>
      resolve(code ?? 128 + (signal ? constants.signals[signal] : 0)),
    )
  })
}

/** @returns a function that ends the forwarding of signals */
function passSignals(kill: (signal: NodeJS.Signals) => void): () => void {
  let timer: NodeJS.Timeout | undefined
  const pass = (signal: NodeJS.Signals): void => {
    // A terminal sends the signal to the command, too, and many programs exit at once on a second
    // one.
    if (signal === 'SIGINT' && process.stdin.isTTY) return
    kill(signal)
    timer ??= setTimeout(() => kill('SIGKILL'), GRACE_MS)
  }
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const
  for (const signal of signals) process.on(signal, pass)
  return () => {
    clearTimeout(timer)
    for (const signal of signals) process.off(signal, pass)
  }
}

/**
 * Starts a process that outlives this one and ends the command.
 * @returns a function that ends the helper only
 */
function startWatchdog(mark: string, pid: number): () => void {
  // Removes the mark of an outer `vskit exec`, which would end the helper together with its
  // command.
  const { [MARK]: _, ...env } = process.env
  const watchdog = spawn(process.execPath, [WATCHDOG, mark, String(pid)], {
    env,
    stdio: ['pipe', 'ignore', 'ignore'],
    detached: true,
  })
  watchdog.on('error', () => undefined)
  watchdog.stdin.on('error', () => undefined)
  watchdog.unref()
  return () => watchdog.stdin.end('done')
}
