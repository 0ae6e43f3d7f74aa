export const IP_WINDOW_MS = 60_000

/** The limit of requests from one address that bring no good credential. */
export interface AddressLimit {
  /** Whether this address has spent its places. */
  spent(address: string, now: number): boolean
  /** Takes a place: the request had no good credential. */
  count(address: string, now: number): void | Promise<void>
  /** Details of a refusal. */
  details(now: number): Record<string, unknown>
  /** Forgets what every address has used. */
  reset(): void | Promise<void>
}

/** Details of a refusal in a window. */
export function detailsOfWindow(index: number, budget: number): Record<string, unknown> {
  return {
    reset_at: ((index + 1) * IP_WINDOW_MS) / 1000,
    limit: budget,
    window_seconds: IP_WINDOW_MS / 1000,
    route_class: 'pre_auth_ip',
    tier: 'unauthenticated',
  }
}

/**
 * The limit before authentication (LIM): it stops attempts to guess keys. Each request that brings no good credential
 * takes a
 * place of its address; when they are spent, every request of that address is refused until the window rolls.
 * Requests with a good key are looked at but take no place: the budgets of several keys behind one address add up to
 * more than any guesser needs (GAP-IP-LIMIT).
 */
export class IpLimit implements AddressLimit {
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
    return detailsOfWindow(this.#index, this.budget)
  }

  /** Forgets what every address has used. */
  reset(): void {
    this.#used.clear()
  }

  /** All addresses roll together, so forgetting a window is forgetting its map: no entry outlives 60 seconds. */
  #turn(now: number): void {
    const index = Math.floor(now / IP_WINDOW_MS)
    if (index === this.#index) return
    this.#index = index
    this.#used.clear()
  }
}
