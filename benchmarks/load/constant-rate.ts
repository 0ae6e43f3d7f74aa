import type { Client } from 'autocannon'

/**
 * Sends requests at a constant rate. Autocannon's own rate is a budget per second, which every
 * connection spends in one burst; that measures repeated full load.
 *
 * A request is due at its time whether or not a connection is free, and its latency counts from
 * then: a stalled server cannot hide the requests that were due meanwhile (coordinated omission).
 */
export class ConstantRate {
  #perMs: number
  #started = performance.now()
  #sent = 0
  #free = new Map<Client, () => void>()
  #due = new Map<Client, number>()
  #stopped = false

  /** @param rate requests per second */
  constructor(rate: number) {
    this.#perMs = rate / 1000
    this.#tick()
  }

  /** Stops automatic sending on a connection. */
  hold(client: Client): void {
    const ask = client._doRequest
    if (!ask)
      throw new Error(
        'expected the method of autocannon 9 that sends requests; use autocannon 9, or adapt constant-rate.ts',
      )
    client._doRequest = () => {
      this.#free.set(client, () => ask.call(client))
    }
  }

  /** Milliseconds since the due time of the request whose response this connection received. */
  sinceDue(client: Client): number {
    return performance.now() - this.#due.get(client)!
  }

  stop(): void {
    this.#stopped = true
  }

  // Not a timer: timers have millisecond resolution, in which several requests would be sent at
  // once.
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
