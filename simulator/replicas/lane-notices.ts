import type { Database } from '../store/postgres/database.ts'
import { NOTIFY } from './lane-statements.ts'

/** Wakes of other replicas within this time share a notice. */
const GATHER_MS = 5
/** A notice holds 8000 bytes. Lanes that it does not name are found at the owner's next report. */
const MOST_LANES = 50

/** Tells other replicas of lanes. */
export class LaneNotices {
  #database: Database
  #gathered = new Set<string>()

  constructor(database: Database) {
    this.#database = database
  }

  /** Has the owner of a lane look for jobs. */
  wake(lane: string): void {
    if (this.#gathered.size === 0)
      setTimeout(() => {
        const lanes = [...this.#gathered]
        this.#gathered.clear()
        this.send(JSON.stringify(lanes.slice(0, MOST_LANES))).catch(() => undefined)
      }, GATHER_MS).unref()
    this.#gathered.add(lane)
  }

  /** @param notice `lanes` if lanes have become free or somebody moves the clock, or a list of lanes to look at */
  async send(notice: string): Promise<void> {
    await this.#database.write(NOTIFY, [notice])
  }
}
