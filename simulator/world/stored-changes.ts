import { savepoint } from './savepoint.ts'

interface Unstored {
  undo: () => void
  resolve: () => void
  reject: (error: unknown) => void
}

interface Given {
  /** The objects that changes modify. */
  tree: () => object
  /** Updates data that is derived from them. */
  changed: () => void
  /** Writes the state of its call. */
  write: () => Promise<void>
}

/** Changes in memory and their writes, one at a time: an earlier state never overwrites a later one. */
export class StoredChanges {
  #given: Given
  /** Changes that no completed write includes, oldest first. */
  #unstored: Unstored[] = []
  #writing = false
  #running = new Set<Promise<unknown>>()

  constructor(given: Given) {
    this.#given = given
  }

  /** Applies a change and stores it. Undoes it if it throws or cannot be stored. */
  async change<T>(apply: () => T): Promise<T> {
    const { tree, changed } = this.#given
    const restore = savepoint(tree())
    const undo = (): void => {
      restore()
      changed()
    }
    let result: T
    try {
      result = apply()
      changed()
    } catch (error) {
      undo()
      throw error
    }
    await this.store(undo)
    return result
  }

  /**
   * Resolves when the state of this call is stored. A failed write undoes the changes that it
   * includes and all later ones, which build on them.
   * @param undo removes a change from memory
   */
  store(undo: () => void = () => undefined): Promise<void> {
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    this.#unstored.push({ undo, resolve, reject })
    if (!this.#writing) void this.#writeAll()
    return promise
  }

  async #writeAll(): Promise<void> {
    this.#writing = true
    while (this.#unstored.length > 0) {
      const included = this.#unstored.length
      try {
        await this.#given.write()
        for (const { resolve } of this.#unstored.splice(0, included)) resolve()
      } catch (error) {
        const failed = this.#unstored.splice(0)
        for (const { undo } of failed.toReversed()) undo()
        for (const { reject } of failed) reject(error)
      }
    }
    this.#writing = false
  }

  /** Follows a change that memory may show before it is stored. */
  async track<T>(change: Promise<T>): Promise<T> {
    this.#running.add(change)
    try {
      return await change
    } finally {
      this.#running.delete(change)
    }
  }

  /** Returns what `read` returns, as soon as it is stored: a crash could lose it before. */
  async whenStored<T>(read: () => T): Promise<T> {
    const value = read()
    const changes = await Promise.allSettled(this.#running)
    // The value may belong to a change that was not stored.
    return changes.some(({ status }) => status === 'rejected') ? this.whenStored(read) : value
  }
}
