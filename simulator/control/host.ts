import type { Scheduler } from '../clock/scheduler.ts'
import type { Region, WorldFile } from '../store/world.ts'

/** What the control API needs of the program around it, beyond the ports. */
export interface ControlHost {
  version: string
  /** When this process began to serve; the machine's time, epoch ms. */
  startedAt: number
  /** Where each region listens; undefined for one that does not. */
  baseUrls(): Partial<Record<Region, string>>
  scheduler: Pick<Scheduler, 'advance' | 'settle' | 'wake'>
  /** Forgets what an organization's keys have used; without an id all counters, those of addresses too. */
  resetCounters(organization?: string): void
  /** The world that this process was started with, each time anew; undefined if it was given none. */
  seed(): WorldFile | undefined
}
