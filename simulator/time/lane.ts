import type { Timer } from './timer.ts'

/** A queue of jobs and its state in this process. */
export interface Lane {
  name: string
  timer: Timer | undefined
  /** When the timer fires, in `performance.now()` time. */
  fires: number
  /** No timer fires before: the store could not postpone a failed job. */
  rests: number
  /** Whether another search for due jobs was requested. */
  asked: boolean
  /** The running search. Only one at a time, or two would start the same jobs. */
  search: Promise<void> | undefined
  running: Map<string, Promise<void>>
}

export function newLane(name: string): Lane {
  return {
    name,
    timer: undefined,
    fires: 0,
    rests: 0,
    asked: false,
    search: undefined,
    running: new Map(),
  }
}

/** An error of the store that left a failed job due. */
export interface Stuck {
  error: unknown
}
