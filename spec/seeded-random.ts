/** Deterministic random numbers: the same for the same seed. */
export class SeededRandom {
  #state: number

  constructor(seed: number) {
    this.#state = seed | 0
  }

  /** Returns a number from 0 up to, excluding, 1 (mulberry32). */
  next(): number {
    this.#state = (this.#state + 0x6d2b79f5) | 0
    let t = Math.imul(this.#state ^ (this.#state >>> 15), 1 | this.#state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296
  }

  /** Returns an integer from 0 up to, excluding, `limit`. */
  below(limit: number): number {
    return Math.floor(this.next() * limit)
  }

  /** Returns true with this probability. */
  chance(probability: number): boolean {
    return this.next() < probability
  }

  /** @throws {Error} if there is nothing to choose from */
  pick<T>(from: readonly T[]): T {
    if (from.length === 0) throw new Error('Nothing to choose from.')
    return from[this.below(from.length)]!
  }

  /** Returns each element with this probability. */
  some<T>(from: readonly T[], probability = 0.5): T[] {
    return from.filter(() => this.chance(probability))
  }
}
