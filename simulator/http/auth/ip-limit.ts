export const IP_WINDOW_MS = 60_000

/** Limits the requests without a valid credential from each address. */
export interface AddressLimit {
  /** Whether this address has used up its budget. */
  spent(address: string, now: number): boolean
  /** Counts a request without a valid credential. */
  count(address: string, now: number): void | Promise<void>
  /** Details of a refusal. */
  details(now: number): Record<string, unknown>
  /** Resets the counts of all addresses. */
  reset(): void | Promise<void>
}

/** Returns the details of a 429 in the window with this number. */
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
 * The limit before authentication (LIM), against guessing keys. Each request without a valid
 * credential counts. When the budget is used up, every request from that address is refused until
 * the window ends. Requests with a valid key do not count: several backends may share an address,
 * and their budgets together exceed this limit (GAP-IP-LIMIT).
 */
export class IpLimit implements AddressLimit {
  readonly #budget: () => number
  #index = -1
  #used = new Map<string, number>()

  /** @param budget read at each use: a restored snapshot may have another one */
  constructor(budget: () => number) {
    this.#budget = budget
  }

  /** Whether this address has used up its budget. */
  spent(address: string, now: number): boolean {
    this.#turn(now)
    return this.#used.size > 0 && (this.#used.get(address) ?? 0) >= this.#budget()
  }

  /** Counts a request without a valid credential. */
  count(address: string, now: number): void {
    this.#turn(now)
    this.#used.set(address, (this.#used.get(address) ?? 0) + 1)
  }

  details(now: number): Record<string, unknown> {
    this.#turn(now)
    return detailsOfWindow(this.#index, this.#budget())
  }

  /** Resets the counts of all addresses. */
  reset(): void {
    this.#used.clear()
  }

  /** Begins a new window. The windows of all addresses end together, so one `clear` removes all entries. */
  #turn(now: number): void {
    const index = Math.floor(now / IP_WINDOW_MS)
    if (index === this.#index) return
    this.#index = index
    this.#used.clear()
  }
}
