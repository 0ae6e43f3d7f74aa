import type { PairResult } from '../pair.ts'
import type { Summary } from '../statistics.ts'
import type { Stall } from './watch.ts'

/** A simulator with so many sessions. */
export interface SizeResult {
  sessions: number
  seed_seconds: number
  disk_bytes: number
  /** From spawn to the first answer. */
  start_ms: Summary
  /** Memory after the first answer, and after all the load; null where the system doesn't tell. */
  rss_idle_bytes: number | null
  rss_after_bytes: number | null
}

export interface GrowthPathResult {
  name: string
  /** The sizes beside the smallest, each against it. */
  larger: {
    sessions: number
    /** What a request costs there by what it costs at the smallest: processor time where it is known, else time. */
    factors: number[]
    factor: Summary | null
    pair: PairResult
  }[]
  /** Longest time for which the event loop stood still under this load, by size; null where it isn't known. */
  stalls: { sessions: number; longest: Stall | null }[]
}

export interface GrowthResult {
  sizes: SizeResult[]
  paths: GrowthPathResult[]
}

/** Memory while the same load goes on and on. */
export interface SoakResult {
  minutes: number
  requests: number
  samples: { minute: number; rss_bytes: number }[]
  /** Median of the last quarter by that of the second one: the first is warming up. */
  growth: number | null
}

/** What growth may cost: at a hundred times the sessions. Beyond that, what is kept in memory no longer holds all of them. */
export const DEAREST = 1.3
export const JUDGED_TIMES = 100
/** Above this, memory is not flat. */
export const FLAT = 1.1
/** In fewer minutes caches are still filling. */
export const SHORTEST_SOAK = 30
