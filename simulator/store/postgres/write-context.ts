import { AsyncLocalStorage } from 'node:async_hooks'
import { Replaced } from '../unavailable.ts'
import type { StoredDocument } from '../stored-document.ts'
import type { Deadline } from './deadline.ts'
import { type Period, demandPeriod } from './outages/outage.ts'

/** The right of a replica to run the jobs of a lane. */
export interface Fence {
  /** Number of the lane's name. */
  lane: number
  owner: number
  fence: string
}

/** Conditions that each read and write of a request or a job demands. */
export interface WriteContext {
  /** The epoch in which a request began. */
  epoch?: string | undefined
  /** The time between two outages in which a request or job began. */
  period?: Period | undefined
  /** The lane of a running job. */
  fence?: Fence
  /** A document that was current when the request was admitted. */
  currentDocument?: StoredDocument | undefined
  /** How long a request may wait for the database. */
  deadline?: Deadline | undefined
}

/** The conditions of the current request or job. */
export const writeContext = new AsyncLocalStorage<WriteContext>()

/**
 * Rejects a read from another epoch, or after an outage: a request must not mix two states.
 * @throws {Replaced | StoreUnavailable}
 */
export function demandEpoch(epoch: string): void {
  const { epoch: begun, period } = writeContext.getStore() ?? {}
  if (begun !== undefined && begun !== epoch) throw new Replaced()
  demandPeriod(period)
}

/** Waits for a response until the deadline of the current request. */
export function inTime<T>(answer: Promise<T>): Promise<T> {
  return writeContext.getStore()?.deadline?.within(answer) ?? answer
}

/** @throws {StoreUnavailable} if a request or job must not write: it was answered, or an outage lies in between */
export function demandTime({ deadline, period }: WriteContext): void {
  demandPeriod(period)
  deadline?.demand()
}

/** Records that a commit is sent. @throws {StoreUnavailable} @see demandTime */
export function commits(context = writeContext.getStore() ?? {}): void {
  demandTime(context)
  context.deadline?.commits()
}
