/** Changes in memory and their writes, one at a time: an earlier state never overwrites a later one. */
export class StoredChanges {
  #write: () => Promise<void>
  #last: Promise<void> = Promise.resolve()
  /** Whether there are changes that no write includes, or whose write failed. */
  #unsaved = false
  #running = new Set<Promise<unknown>>()

  /** @param write writes the state of its call */
  constructor(write: () => Promise<void>) {
    this.#write = write
  }

  save(): Promise<void> {
    this.#unsaved = true
    this.#last = this.#last.catch(() => undefined).then(() => this.#next())
    return this.#last
  }

  async #next(): Promise<void> {
    this.#unsaved = false
    try {
      await this.#write()
    } catch (error) {
      this.#unsaved = true
      throw error
    }
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
    if (this.#running.size > 0) {
      const changes = await Promise.allSettled(this.#running)
      // The value may belong to a change that was not stored.
      if (changes.some(({ status }) => status === 'rejected')) return this.whenStored(read)
    } else if (this.#unsaved) await this.save()
    return value
  }
}
