import type { Side } from '../measure/pair.ts'
import type { LoadedPath } from '../load/paths.ts'

/** Two processes, one per build, under load concurrently. */
export interface RunPair {
  before: Side
  now: Side
  /** Requests per second, this build / other build, of every valid slice. */
  ratios: number[]
  /** Requests per second of server CPU time, this build / other build. */
  cpu_ratios: number[]
}

export interface PairedRun {
  path: LoadedPath
  pairs: RunPair[]
}
