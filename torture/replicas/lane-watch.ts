import { setTimeout as sleep } from 'node:timers/promises'
import type { Cluster } from './cluster.ts'
import type { Arrival } from './webhooks.ts'

const LOOK_MS = 20
/** Between a look at the owners and a delivery that was started before it. */
const UNDER_WAY_MS = 1000

interface Look {
  began: number
  ended: number
  owners: Map<string, number | undefined>
}

/** Watches which process owns each lane, on a connection of its own. */
export class LaneWatch {
  #cluster: Cluster
  #looks: Look[] = []
  #over = false
  #watching: Promise<void>

  constructor(cluster: Cluster) {
    this.#cluster = cluster
    this.#watching = this.#watch()
  }

  async end(): Promise<void> {
    this.#over = true
    await this.#watching
  }

  /**
   * Returns deliveries whose sender did not own the lane at any time in the second before they arrived.
   * Where the operating system does not tell the sender, none is known.
   */
  unowned(arrivals: readonly Arrival[]): Arrival[] {
    return arrivals.filter(({ lane, at, pid }) => {
      if (pid === undefined) return false
      const looks = this.#looks.filter(
        ({ began, ended }) => ended >= at - UNDER_WAY_MS && began <= at + LOOK_MS,
      )
      return looks.length > 0 && looks.every(({ owners }) => owners.get(lane) !== pid)
    })
  }

  async #watch(): Promise<void> {
    while (!this.#over) {
      const began = performance.now()
      const lanes = await this.#cluster.lanes()
      const owners = new Map(lanes.map(({ lane, pid }) => [lane, pid]))
      this.#looks.push({ began, ended: performance.now(), owners })
      await sleep(LOOK_MS)
    }
  }
}
