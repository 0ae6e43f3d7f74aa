import { setTimeout as sleep } from 'node:timers/promises'
import type { Database } from '../../store/postgres/database.ts'
import { OutcomeUnknown, StoreUnavailable } from '../../store/unavailable.ts'
import type { LaneNotifier } from './lane-notifier.ts'
import { ADVANCE, ADVANCED } from './lane-statements.ts'

const LOOK_MS = 20

/** The mark in the database of the replica that moves the clock: the others start no jobs. */
export class ClockMark {
  #database: Database
  #notifier: LaneNotifier
  /** The slot with which this replica still blocks the others. */
  #marked: number | undefined

  constructor(database: Database, notifier: LaneNotifier) {
    this.#database = database
    this.#notifier = notifier
  }

  /** Runs the task while the replica with this slot has the mark. */
  async holding<T>(slot: number, task: () => Promise<T>): Promise<T> {
    this.#marked = undefined
    try {
      while ((await this.#database.write(ADVANCE, [slot])).length === 0) await sleep(LOOK_MS)
      await this.#notifier.send('lanes')
      return await task()
    } finally {
      // Also if it is unknown whether the mark was set.
      this.#marked = slot
      await this.removeRest()
    }
  }

  /** Removes a mark that was not removed. Other replicas wait for this, so each heartbeat repeats it. */
  async removeRest(): Promise<void> {
    if (this.#marked === undefined) return
    try {
      await this.#database.write(ADVANCED, [this.#marked])
      this.#marked = undefined
      await this.#notifier.send('lanes')
    } catch (error) {
      if (!(error instanceof StoreUnavailable || error instanceof OutcomeUnknown)) throw error
    }
  }
}
