import { ConnectionCut } from './call/errors.ts'
import { isServerFull } from './store/postgres/outages/server-disk.ts'
import { OutcomeUnknown, StoreUnavailable } from './store/unavailable.ts'
import { StoreUnwritable } from './store/write-state.ts'

/** How long repetitions of an error are only counted. */
const QUIET_MS = 1000
/** SQLITE_FULL: the disk is full. */
const SQLITE_FULL = 13

/** Returns whether an error, or its cause, means a full disk. */
export function isDiskFull(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const { code, errcode, cause } = error as Error & { code?: string; errcode?: number }
  return code === 'ENOSPC' || errcode === SQLITE_FULL || isDiskFull(cause)
}

/**
 * Logs unexpected errors, each kind at most once per second: on a full disk every request fails.
 * @param write @default console.error
 * @param now in milliseconds
 */
export function errorLog(
  write: (what: unknown) => void = console.error,
  now: () => number = () => performance.now(),
): (error: unknown) => void {
  const kinds = new Map<string, { at: number; more: number }>()
  return (error) => {
    const full = isDiskFull(error) || isServerFull(error)
    const kind = full ? 'the disk is full' : String(error)
    const known = kinds.get(kind)
    if (known && now() - known.at < QUIET_MS) {
      known.more++
      return
    }
    const more = known && known.more > 0 ? ` (${known.more} more like this)` : ''
    if (error instanceof StoreUnwritable)
      write(`${error.message} Until then, requests that change data get 500.${more}`)
    else if (full)
      write(
        `No space left on the disk: ${(error as Error).message}. Free some: writes fail until then.${more}`,
      )
    else {
      // Logs only the message, because the stack traces of these do not help.
      if (error instanceof ConnectionCut) write(`${error.message}${more}`)
      else if (more || error instanceof StoreUnavailable || error instanceof OutcomeUnknown)
        write(`${kind}${more}`)
      else write(error)
    }
    // Bounded: messages may contain text from requests.
    if (kinds.size > 100) kinds.clear()
    kinds.set(kind, { at: now(), more: 0 })
  }
}
