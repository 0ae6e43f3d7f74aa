import type { Client } from 'autocannon'

/**
 * Sends at a fixed rate, evenly. Autocannon's own rate is a budget for each second, which every connection spends in
 * one burst; what that measures is full load, again and again.
 *
 * A request is due at its time whether or not a connection is free by then, and its latency counts from there: a server
 * that stalls can't hide the requests that would have come meanwhile.
 */
export class Pace {
  #perMs: number
  #started = performance.now()
  #sent = 0
  #free = new Map<Client, () => void>()
  #due = new Map<Client, number>()
  #stopped = false

  /** @param rate requests a second */
  constructor(rate: number) {
    this.#perMs = rate / 1000
    this.#tick()
  }

  /** Keeps a connection from asking by itself. */
  hold(client: Client): void {
    const ask = client._doRequest
    if (!ask) throw new Error('autocannon has changed: it sends elsewhere')
    client._doRequest = () => {
      this.#free.set(client, () => ask.call(client))
    }
  }

  /** Milliseconds since the request that this connection was answered had been due. */
  sinceDue(client: Client): number {
    return performance.now() - this.#due.get(client)!
  }

  stop(): void {
    this.#stopped = true
  }

  // Not by a timer: those are whole milliseconds, in which several requests would go out together.
  #tick = (): void => {
    if (this.#stopped) return
    const wanted = (performance.now() - this.#started) * this.#perMs
    for (const [client, ask] of this.#free) {
      if (this.#sent >= wanted) break
      this.#free.delete(client)
      this.#due.set(client, this.#started + this.#sent / this.#perMs)
      this.#sent++
      ask()
    }
    setImmediate(this.#tick)
  }
}
