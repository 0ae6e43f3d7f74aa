import type { Deadline } from './deadline.ts'
import { writeContext } from './write-context.ts'

interface Waiting<In, Out> {
  item: In
  resolve: (result: Out) => void
  reject: (error: unknown) => void
  /** That of the request which waits. */
  deadline: Deadline | undefined
}

/**
 * Resolves after one more turn of the event loop. Under load, that turn reads the requests that
 * arrived meanwhile, so that statements are fewer and larger. Without load it takes some
 * microseconds.
 */
export function gathered(): Promise<void> {
  return new Promise((resolve) => setImmediate(() => setImmediate(resolve)))
}

/**
 * Combines small queries: all queries of a turn of the event loop, or during a running statement,
 * share the next statement. No single query can cancel that statement.
 */
export class Batcher<In, Out> {
  #ask: (items: In[]) => Promise<Out[]>
  #most: number
  #waiting: Waiting<In, Out>[] = []
  #busy = false

  /** @param ask returns a result for each item, in their order */
  constructor(ask: (items: In[]) => Promise<Out[]>, most = 256) {
    this.#ask = ask
    this.#most = most
  }

  ask(item: In): Promise<Out> {
    const { promise, resolve, reject } = Promise.withResolvers<Out>()
    const deadline = writeContext.getStore()?.deadline
    this.#waiting.push({ item, resolve, reject, deadline })
    deadline?.begin(reject)
    if (!this.#busy) {
      this.#busy = true
      writeContext.exit(() => void this.#work())
    }
    return promise
  }

  async #work(): Promise<void> {
    while (this.#waiting.length > 0) {
      await gathered()
      const some = this.#waiting.splice(0, this.#most)
      try {
        const results = await this.#ask(some.map(({ item }) => item))
        for (let i = 0; i < some.length; i++) {
          const { resolve, reject, deadline } = some[i]!
          deadline?.end(reject)
          resolve(results[i]!)
        }
      } catch (error) {
        for (const { reject, deadline } of some) {
          deadline?.end(reject)
          reject(error)
        }
      }
    }
    this.#busy = false
  }
}
