/** A lane and its lease. */
export interface Held {
  /** Number of the lane's name. */
  no: number
  /** Incremented by each new owner. */
  fence: string
}

/**
 * The lanes that a replica owns. Responses of the database may arrive out of order: a response that
 * reports ownership may be older than the release of the lane. So a lease with a released fence is
 * ignored.
 */
export class HeldLanes {
  #held = new Map<string, Held>()
  /** The last fence with which each lane was released, by number. */
  #given = new Map<number, bigint>()

  get(lane: string): Held | undefined {
    return this.#held.get(lane)
  }

  has(lane: string): boolean {
    return this.#held.has(lane)
  }

  get entries(): [lane: string, held: Held][] {
    return [...this.#held]
  }

  /** Adds a claimed lane. @returns whether this replica owns it */
  add(lane: string, held: Held): boolean {
    if (!this.#isGiven(held)) this.#held.set(lane, held)
    return this.#held.has(lane)
  }

  /** Replaces the lanes by those in a response of the database. */
  replace(lanes: [lane: string, held: Held][]): void {
    this.#held = new Map(lanes.filter(([, held]) => !this.#isGiven(held)))
  }

  /** Marks lanes as released. */
  give(lanes: Held[]): void {
    for (const { no, fence } of lanes) this.#given.set(no, BigInt(fence))
    this.replace(this.entries)
  }

  clear(): void {
    this.#held.clear()
  }

  #isGiven({ no, fence }: Held): boolean {
    return BigInt(fence) <= (this.#given.get(no) ?? -1n)
  }
}
