import { AsyncLocalStorage } from 'node:async_hooks'
import { Replaced } from '../unavailable.ts'
import type { Deadline } from './deadline.ts'

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
  /** The lane of a running job. */
  fence?: Fence
  /** How long a request may wait for the database. */
  deadline?: Deadline | undefined
}

/** The conditions of the code that runs now. */
export const writeContext = new AsyncLocalStorage<WriteContext>()

/** Refuses what was read after all data was replaced: a request must not mix both states. @throws {Replaced} */
export function demandEpoch(epoch: string): void {
  const begun = writeContext.getStore()?.epoch
  if (begun !== undefined && begun !== epoch) throw new Replaced()
}

/** Waits for an answer as long as the code that runs now may. */
export function inTime<T>(answer: Promise<T>): Promise<T> {
  return writeContext.getStore()?.deadline?.within(answer) ?? answer
}

/** Notes that something is sent to be committed. @throws {StoreUnavailable} if the request was answered already */
export function commits({ deadline } = writeContext.getStore() ?? {}): void {
  deadline?.demand()
  if (deadline) deadline.sent = true
}
