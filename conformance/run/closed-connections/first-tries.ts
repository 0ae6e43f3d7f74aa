/** Number of times that a check is run if single requests got no response of the service each time: some checks send hundreds. */
export const MOST_DISTURBED = 10

/**
 * Counts the first attempts of each kind of call that ended with a closed connection. One closed connection is an
 * accident of the network, and a repetition is judged instead. A service that closes most of them breaks the call.
 */
export class FirstTries {
  readonly #counts = new Map<string, { answered: number; closed: number }>()

  answered(call: string): void {
    this.#of(call).answered++
  }

  closed(call: string): void {
    this.#of(call).closed++
  }

  /** Returns how many first attempts were closed, as text; undefined unless these are many, and at least half. */
  usuallyClosed(call: string): string | undefined {
    const { answered, closed } = this.#of(call)
    if (closed < MOST_DISTURBED || closed < answered) return undefined
    return `at ${closed} of ${closed + answered} first attempts`
  }

  #of(call: string): { answered: number; closed: number } {
    const counts = this.#counts.get(call) ?? { answered: 0, closed: 0 }
    this.#counts.set(call, counts)
    return counts
  }
}
