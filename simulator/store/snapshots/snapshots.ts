import type { Readable, Writable } from 'node:stream'
import type { SettableClock } from '../../time/clock.ts'

export interface Snapshot {
  id: string
  name: string | null
  /** Simulator time. */
  created_at: string
  bytes: number
}

export const SNAPSHOT_ID = /^snp_[0-9a-z]{24}$/

/** Snapshots: the whole simulator, records and world, at one point in time. */
export interface StoredSnapshots {
  /** @param id of the new snapshot */
  take(name: string | null, given: { id: string; clock: SettableClock }): Promise<Snapshot>

  /** Exports a snapshot as one file, for another simulator: all adapters share its format. */
  exportTo(id: string, to: Writable): Promise<void>

  /**
   * Imports an exported snapshot.
   * @param id its new id
   * @param checkWorld throws if the world cannot be used
   * @throws {UnusableCopy}
   */
  importFrom(from: Readable, id: string, checkWorld: (world: unknown) => void): Promise<Snapshot>

  /** Newest first. */
  list(): Promise<Snapshot[]>

  /** Returns false for anything that is not a snapshot id. */
  has(id: string): Promise<boolean>

  remove(id: string): Promise<void>
}

/** Snapshots port: those of a store. */
export interface Snapshots extends StoredSnapshots {
  /** Restores records and world. The caller applies the restored clock. @throws {UnusableCopy} */
  restore(id: string): Promise<void>

  close(): Promise<void>
}
