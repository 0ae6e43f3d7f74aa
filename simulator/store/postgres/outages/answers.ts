import { NoAnswer } from './losses.ts'

/** Waits for responses of the server, each for a limited time. */
export class Answers {
  #waiting = new Set<(error: Error) => void>()

  /**
   * @param until in `performance.now()` time
   * @throws {NoAnswer} if there is no answer by then, or `end` was called
   */
  async by<T>(until: number, answer: Promise<T>): Promise<T> {
    const { promise: given, reject } = Promise.withResolvers<never>()
    const began = performance.now()
    const late = (): void => reject(new NoAnswer(began))
    // After a long turn of this process, a response may have arrived that was not read yet.
    const timer = setTimeout(() => setImmediate(late), Math.max(0, until - began))
    this.#waiting.add(reject)
    try {
      return await Promise.race([answer, given])
    } finally {
      clearTimeout(timer)
      this.#waiting.delete(reject)
    }
  }

  /** Fails all waits: the server is lost. */
  end(error: NoAnswer): void {
    for (const reject of this.#waiting) reject(error)
  }
}
