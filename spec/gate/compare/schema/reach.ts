/** Visits and changes of one comparison before lists of places end: some seconds. */
const MOST_STEPS = 100_000

/** A report shows three places of a change. */
const MOST_VISITS = 3

/**
 * Bounds the collection of changes in all operations together. In a ring of schemas every operation reaches every change, so that
 * the places of all changes are far more than the document.
 */
export class Reach {
  #steps = 0
  readonly #visits = new Map<string, Map<object, number[]>>()

  spend(steps: number): void {
    this.#steps += steps
  }

  /** Whether further operations enter only some pairs. */
  get isCut(): boolean {
    return this.#steps >= MOST_STEPS
  }

  /**
   * Whether a pair may be entered once more by operations that give its changes the same verdicts. The first operations that
   * reach a pair enter all pairs below it, so no verdict is lost.
   * @param group of operations with the same verdicts
   * @param use of the fields of the pair
   */
  enters(group: string, pair: object, use: number): boolean {
    if (!this.isCut) return true
    const pairs = this.#visits.get(group) ?? new Map<object, number[]>()
    this.#visits.set(group, pairs)
    const uses = pairs.get(pair) ?? []
    pairs.set(pair, uses)
    const count = uses[use] ?? 0
    uses[use] = count + 1
    return count < MOST_VISITS
  }
}
