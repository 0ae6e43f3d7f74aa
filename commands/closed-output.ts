import { unwritable } from '../library/file-errors.ts'

/** Exit code of a program that SIGPIPE ended, as shells report it. Node.js ignores that signal. */
export const BY_SIGPIPE = 141

/** Whether the reader of a pipe is gone, as in `vskit snapshot export /dev/stdout | head -1`. */
export function isClosedPipe(error: unknown): boolean {
  return ((error as Error).cause as NodeJS.ErrnoException | undefined)?.code === 'EPIPE'
}

/** Exit code when the output is lost: 1 may be a verdict. */
const UNWRITABLE = 2

/**
 * Ends the process silently when the reader of its output is gone, as in `vskit events list | head -1`. A command that handles
 * SIGTERM gets that signal, so that it ends what it started. Any other error, such as a full disk, is reported.
 */
export function endWhenOutputCloses(): void {
  let isEnding = false
  const onError = (error: NodeJS.ErrnoException): void => {
    if (isEnding) return
    isEnding = true
    if (error.code !== 'EPIPE') {
      process.stderr.write(`vskit: ${unwritable('the output', error).message}\n`)
      process.exit(UNWRITABLE)
    }
    if (process.listenerCount('SIGTERM') > 0) process.kill(process.pid, 'SIGTERM')
    else process.exit(BY_SIGPIPE)
  }
  process.stdout.on('error', onError)
  process.stderr.on('error', onError)
  // A process that exits at once, as after --help, gets no error event.
  process.on('exit', () => {
    const { errored } = process.stdout
    if (errored) onError(errored)
  })
}
