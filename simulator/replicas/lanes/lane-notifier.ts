import type { Database } from '../../store/postgres/database.ts'
import { NOTIFY } from './lane-statements.ts'

/** Notifications within this time are combined. */
const GATHER_MS = 5
/** A notification has at most 8000 bytes. Owners find omitted lanes at their next heartbeat. */
const MOST_LANES = 50

/** Notifies other replicas about lanes. */
export class LaneNotifier {
  #database: Database
  #gathered = new Set<string>()

  constructor(database: Database) {
    this.#database = database
  }

  /** Makes the owner of a lane check for jobs. */
  wake(lane: string): void {
    if (this.#gathered.size === 0)
      setTimeout(() => {
        const lanes = [...this.#gathered]
        this.#gathered.clear()
        this.send(JSON.stringify(lanes.slice(0, MOST_LANES))).catch(() => undefined)
      }, GATHER_MS).unref()
    this.#gathered.add(lane)
  }

  /**
   * @param notice `lanes` if lanes were released or a replica moves the clock, or a list of lanes
   * to check
   */
  async send(notice: string): Promise<void> {
    await this.#database.write(NOTIFY, [notice])
  }
}
