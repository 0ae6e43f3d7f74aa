import type { SettableClock } from './clock/clock.ts'
import type { Random } from './clock/random.ts'
import type { Paper } from './pdf/paper.ts'
import type { Records } from './store/records.ts'
import type { Region, World } from './store/world.ts'

/** What the features stand on; each is one adapter, picked by `app.ts`. */
export interface Ports {
  clock: SettableClock
  random: Random
  records: Records
  world: World
  paper: Paper
  /** The origin under which applicants reach each region's pages; none while nothing listens. */
  origins: Partial<Record<Region, string>>
  /** To be called when a job was scheduled in a lane, with its due time where that is at hand. */
  wake: (lane: string, due?: number) => void
  /** To be told what was removed for good: of everybody, of a scope, or of the ids in it; nothing else may remember it. */
  erased: (scope?: string, ids?: readonly string[]) => void
  /** To be told of a fault of this program that no caller is answered with. */
  report: (error: unknown) => void
}
