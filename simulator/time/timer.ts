import { clearImmediate, setImmediate } from './immediate.ts'

export interface Timer {
  cancel(): void
}

/**
 * Calls `task` after `ms`. Node's timers wait at least 1 ms, in which a lane could deliver eight
 * webhooks, so a task without a wait runs after the current turn. An immediate with `unref` would not end the wait for
 * events.
 */
export function startTimer(ms: number, task: () => void): Timer {
  if (ms === 0) {
    const immediate = setImmediate(task)
    return { cancel: () => clearImmediate(immediate) }
  }
  const timeout = setTimeout(task, ms).unref()
  return { cancel: () => clearTimeout(timeout) }
}
