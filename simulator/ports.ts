import type { SettableClock } from './time/clock.ts'
import type { Random } from './ids/random.ts'
import type { PdfRenderer } from './pdf/pdf-renderer.ts'
import type { Records } from './store/records.ts'
import type { Turns } from './store/turns.ts'
import type { UploadReader } from './uploads/upload-reader.ts'
import type { Region, World } from './world/world.ts'

/** Dependencies of the features; `app.ts` selects the adapters. */
export interface Ports {
  clock: SettableClock
  random: Random
  records: Records
  world: World
  pdf: PdfRenderer
  uploads: UploadReader
  /** Origins of each region's hosted pages; empty while nothing listens. */
  origins: Partial<Record<Region, string>>
  /** Retries of simultaneous changes of a record. */
  turns: Turns
  /** Call after scheduling a job in a lane, with its due time if known. */
  wake: (lane: string, due?: number) => void
  /**
   * Call after data was erased, for all scopes, one scope, or ids in a scope; caches must drop it.
   */
  erased: (scope?: string, ids?: readonly string[]) => void | Promise<void>
  /**
   * Returns why deliveries to a receiver's URL always fail, and what to do; undefined if no reason
   * is known.
   */
  receiverWarning?: (url: string) => string | undefined
  /** Call with unexpected errors that no response reports. */
  report: (error: unknown) => void
}
