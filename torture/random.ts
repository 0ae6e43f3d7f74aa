import { createHash } from 'node:crypto'
import { SeededRandom } from '../spec/seeded-random.ts'

/** Deterministic random numbers of one case, from the seed, the part and the case number. */
export class Random extends SeededRandom {
  /** The seed for fast-check. */
  readonly seed: number

  constructor(...from: (string | number)[]) {
    const seed = createHash('sha256').update(from.join('/')).digest().readInt32LE()
    super(seed)
    this.seed = seed
  }

  bytes(length: number): Buffer {
    return Buffer.from(Array.from({ length }, () => this.below(256)))
  }
}
