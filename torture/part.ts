import type { Run } from './run.ts'
import type { StoreName } from './stores.ts'

/** One part of the torture test, which tests one guarantee of the simulator. */
export interface Part {
  name: string
  /** The guarantee, in one line. */
  promise: string
  /** Cases of a complete run. A part that reaches fewer in its time reports the number. */
  cases: number
  /** Weight of the part when the time is divided. */
  share: number
  /** Whether `--quick` includes it. */
  quick: boolean
  /** Stores that it can test; without `--store` it uses the first. @default all, memory first */
  stores?: readonly StoreName[]
  run(run: Run): Promise<void>
}

/** Stores whose records survive the end of the process. */
export const DURABLE: readonly StoreName[] = ['folder', 'postgres']
