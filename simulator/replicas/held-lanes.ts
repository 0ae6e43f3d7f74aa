/** A lane and the lease under which it is held. */
export interface Held {
  /** Number of the lane's name. */
  no: number
  /** Raised by each new owner. */
  fence: string
}

/**
 * The lanes that a replica holds. Answers of the database come out of order: one that says that a lane is held may have been
 * written before the lane was given away, and arrive later. A fence that was given away is never held again.
 */
export class HeldLanes {
  #held = new Map<string, Held>()
  /** The last fence under which each lane was given away, by number. */
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

  /** Notes one that was claimed. @returns whether it is held */
  add(lane: string, held: Held): boolean {
    if (!this.#isGiven(held)) this.#held.set(lane, held)
    return this.#held.has(lane)
  }

  /** Takes over all lanes that the database says are held. */
  replace(lanes: [lane: string, held: Held][]): void {
    this.#held = new Map(lanes.filter(([, held]) => !this.#isGiven(held)))
  }

  /** Notes lanes that are given away, or were. */
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
