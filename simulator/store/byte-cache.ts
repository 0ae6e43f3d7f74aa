/**
 * Values up to a number of bytes; the first to come is the first to go. A hit keeps no order: to keep one would cost more
 * than the look-up, and what goes is only read again.
 */
export class ByteCache<Value extends { readonly length: number }> {
  #limit: number
  #size = 0
  #values = new Map<string, Value>()
  // Goes on from where it has stopped: a new one would step over every value that has gone.
  #oldest = this.#values.keys()

  /** @param limit in bytes; a larger value is not kept */
  constructor(limit: number) {
    this.#limit = limit
  }

  get(key: string): Value | undefined {
    return this.#values.get(key)
  }

  set(key: string, value: Value): void {
    this.delete(key)
    if (value.length > this.#limit) return
    this.#values.set(key, value)
    this.#size += value.length
    while (this.#size > this.#limit) this.#dropOldest()
  }

  delete(key: string): void {
    const value = this.#values.get(key)
    if (!value) return
    this.#values.delete(key)
    this.#size -= value.length
  }

  clear(): void {
    this.#values.clear()
    this.#size = 0
  }

  #dropOldest(): void {
    const { done, value: key } = this.#oldest.next()
    if (done) this.#oldest = this.#values.keys()
    else this.delete(key)
  }
}
