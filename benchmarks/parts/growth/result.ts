import type { PairResult } from '../../measure/pair.ts'
import type { Summary } from '../../measure/statistics.ts'
import type { Stall } from './watch.ts'

/** A simulator with this many sessions. */
export interface SizeResult {
  sessions: number
  seed_seconds: number
  disk_bytes: number
  /** From spawn to the first response. */
  start_ms: Summary
  /** Memory after the first response, and after the load; null if unavailable. */
  rss_idle_bytes: number | null
  rss_after_bytes: number | null
}

export interface GrowthPathResult {
  name: string
  /** Larger sizes relative to the smallest. */
  larger: {
    sessions: number
    /** Cost of a request relative to the smallest size: CPU time if known, else time. */
    factors: number[]
    factor: Summary | null
    pair: PairResult
  }[]
  /** Longest event loop stall under this load, by size; null if unknown. */
  stalls: { sessions: number; longest: Stall | null }[]
}

export interface GrowthResult {
  sizes: SizeResult[]
  paths: GrowthPathResult[]
}

/** Memory during constant load. */
export interface SoakResult {
  minutes: number
  requests: number
  samples: { minute: number; rss_bytes: number }[]
  /** Median of the last quarter / median of the second; the first quarter is warm-up. */
  growth: number | null
}

/**
 * Maximum cost growth at 100 times the sessions. Beyond that, caches no longer hold all sessions.
 */
export const MAX_GROWTH = 1.3
export const JUDGED_TIMES = 100
/** Maximum memory growth. */
export const FLAT = 1.1
/** Minimum minutes of a soak: before that, caches are still filling. */
export const SHORTEST_SOAK = 30
