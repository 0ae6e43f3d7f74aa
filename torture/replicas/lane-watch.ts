import { setTimeout as sleep } from 'node:timers/promises'
import type { Cluster } from './cluster.ts'
import type { Arrival } from './webhooks.ts'

const LOOK_MS = 20
/** Tolerance between a read of the owners and a delivery that started before it. */
const UNDER_WAY_MS = 1000

interface Look {
  began: number
  ended: number
  owners: Map<string, number | undefined>
}

/** Watches the owner process of each lane on a separate connection. */
export class LaneWatch {
  #cluster: Pick<Cluster, 'lanes'>
  #looks: Look[] = []
  #over = false
  #watching: Promise<void>

  constructor(cluster: Pick<Cluster, 'lanes'>) {
    this.#cluster = cluster
    this.#watching = this.#watch()
    // `end` rejects with the error.
    this.#watching.catch(() => undefined)
  }

  /** Ends with a look that follows every earlier delivery. */
  async end(): Promise<void> {
    this.#over = true
    await this.#watching
    await this.#look()
  }

  /**
   * Returns deliveries whose sender did not own the lane at any time from a second before they arrived
   * up to the next look: a replica delivers at once when it takes a lane, so before the watch sees it.
   * Returns none if the operating system cannot report the sender.
   */
  unowned(arrivals: readonly Arrival[]): Arrival[] {
    return arrivals.filter(({ lane, at, pid }) => {
      if (pid === undefined) return false
      const next = this.#looks.find(({ began }) => began >= at)?.began ?? Infinity
      const looks = this.#looks.filter(
        ({ began, ended }) => ended >= at - UNDER_WAY_MS && began <= next,
      )
      return looks.length > 0 && looks.every(({ owners }) => owners.get(lane) !== pid)
    })
  }

  async #watch(): Promise<void> {
    while (!this.#over) {
      await this.#look()
      await sleep(LOOK_MS)
    }
  }

  async #look(): Promise<void> {
    const began = performance.now()
    const lanes = await this.#cluster.lanes()
    const owners = new Map(lanes.map(({ lane, pid }) => [lane, pid]))
    this.#looks.push({ began, ended: performance.now(), owners })
  }
}
