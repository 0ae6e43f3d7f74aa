import { createHash } from 'node:crypto'

/** Deterministic random numbers of one case, from the seed, the part and the case number. */
export class Random {
  #state: number
  /** The seed for fast-check. */
  readonly seed: number

  constructor(...from: (string | number)[]) {
    this.seed = createHash('sha256').update(from.join('/')).digest().readInt32LE()
    this.#state = this.seed
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

  bytes(length: number): Buffer {
    return Buffer.from(Array.from({ length }, () => this.below(256)))
  }
}
