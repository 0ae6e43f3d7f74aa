/** Random choices that are the same for the same seed. */
export class Random {
  #state: number

  constructor(seed: number) {
    this.#state = seed >>> 0
  }

  /** A number from 0 to 1, by the algorithm mulberry32. */
  #next(): number {
    this.#state = (this.#state + 0x6d2b79f5) >>> 0
    let mixed = this.#state
    mixed = Math.imul(mixed ^ (mixed >>> 15), mixed | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }

  /** A whole number below the limit. */
  below(limit: number): number {
    return Math.floor(this.#next() * limit)
  }

  one<T>(values: readonly T[]): T {
    return values[this.below(values.length)]!
  }

  isTrue(probability: number): boolean {
    return this.#next() < probability
  }

  some<T>(values: readonly T[], probability = 0.5): T[] {
    return values.filter(() => this.isTrue(probability))
  }
}
