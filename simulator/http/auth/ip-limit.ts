const WINDOW_MS = 60_000

/**
 * The limit before authentication (LIM): it stops whoever tries keys. Each request that brings no good credential takes a
 * place of its address; when they are spent, every request of that address is refused until the window rolls.
 * Requests with a good key are looked at but take no place: the budgets of several keys behind one address add up to
 * more than any guesser needs (GAP-IP-LIMIT).
 */
export class IpLimit {
  readonly budget: number
  #index = -1
  #used = new Map<string, number>()

  constructor(budget: number) {
    this.budget = budget
  }

  /** Whether this address has spent its places. */
  spent(address: string, now: number): boolean {
    this.#turn(now)
    return this.#used.size > 0 && (this.#used.get(address) ?? 0) >= this.budget
  }

  /** Takes a place: the request had no good credential. */
  count(address: string, now: number): void {
    this.#turn(now)
    this.#used.set(address, (this.#used.get(address) ?? 0) + 1)
  }

  details(now: number): Record<string, unknown> {
    this.#turn(now)
    return {
      reset_at: ((this.#index + 1) * WINDOW_MS) / 1000,
      limit: this.budget,
      window_seconds: WINDOW_MS / 1000,
      route_class: 'pre_auth_ip',
      tier: 'unauthenticated',
    }
  }

  /** Forgets what every address has used. */
  reset(): void {
    this.#used.clear()
  }

  /** All addresses roll together, so forgetting a window is forgetting its map: no entry outlives 60 seconds. */
  #turn(now: number): void {
    const index = Math.floor(now / WINDOW_MS)
    if (index === this.#index) return
    this.#index = index
    this.#used.clear()
  }
}
