import type { Cores } from '../measure/cores.ts'
import type { LoadedPath } from '../load/paths.ts'
import type { Progress } from '../report/progress.ts'
import type { Report } from '../report/report.ts'
import type { StoreKind } from '../process/simulator.ts'
import type { ProcessGroup } from '../process/process-group.ts'
import type { Target } from '../process/target-file.ts'

export interface Flags {
  target?: string
  rounds: number
  duration: number
  warmup: number
  connections: number
  store: StoreKind
  peers: boolean
  out?: string
  /** Folder of another build. */
  against?: string
  /** With `against`: maximum number of process pairs. */
  pairs: number
  cpuProf?: string
  /** Growth: also measure a million sessions. */
  million?: boolean
  /** Growth: numbers of sessions, instead of the default. */
  sizes?: number[]
  /** Growth: minutes of constant load instead. */
  soak?: number
  /** Replicas: URL of an empty database. @default a server that is started for the run */
  database?: string
  /** Webhooks: events per period. */
  events?: number
  /** Node arguments of the simulator; for the bench's own test. */
  simulatorNodeArg: string[]
}

/** A run: its options and results so far. */
export interface Run {
  flags: Flags
  cores: Cores
  target: Target | undefined
  group: ProcessGroup
  progress: Progress
  report: Report
}

/** A benchmark with a name. */
export interface Part {
  about: string
  /** Requirements on a user's target; `none` cannot be measured on one. */
  needs: 'nothing' | 'session' | 'none'
  /** Excluded from `all` because it takes long. */
  alone?: boolean
  /** Number of progress steps. */
  steps(flags: Flags): number
  /** Paths by which two builds can be compared. */
  paths?: LoadedPath[]
  /** Adds its results to the report. */
  measure(run: Run): Promise<void>
}
