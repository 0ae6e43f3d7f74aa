import { ApiError } from '../call/errors.ts'
import { type AddressLimit, IP_WINDOW_MS, detailsOfWindow } from '../http/auth/ip-limit.ts'
import type { Region } from '../world/world.ts'
import type { Counters } from './counters.ts'
import type { AddressUse, AddressCheck } from './admission-query.ts'

/** The limit before authentication, shared by all replicas. */
export class SharedIpLimit implements AddressLimit {
  readonly #budget: () => number
  #counters: Counters
  #prefix: string
  /** Stored use of an address before its last request; of addresses in the newest window alone. */
  #used = new Map<string, AddressUse>()
  #win = -1

  /** @param budget read at each use: a restored snapshot may have another one */
  constructor(counters: Counters, region: Region, budget: () => number) {
    this.#counters = counters
    this.#prefix = `ip\n${region}\n`
    this.#budget = budget
  }

  /** The counter key of an address. */
  asked(address: string): AddressCheck {
    return { key: this.#prefix + address, budget: this.#budget() }
  }

  /** Stores the use of an address from the latest result. */
  note(address: string, use: AddressUse | undefined): void {
    if (!use) return void this.#used.delete(address)
    // Addresses that never come back would stay for ever.
    if (use.win !== this.#win) this.#used.clear()
    this.#win = use.win
    this.#used.set(address, use)
  }

  spent(address: string, now: number): boolean {
    const use = this.#used.get(address)
    return (
      use !== undefined && use.win >= Math.floor(now / IP_WINDOW_MS) && use.used >= this.#budget()
    )
  }

  /** @throws {ApiError} rate_limit_exceeded if other requests have used up the limit meanwhile */
  async count(address: string, now: number): Promise<void> {
    const { key, budget } = this.asked(address)
    const { granted } = await this.#counters.take({ key, windowMs: IP_WINDOW_MS, budget })
    if (!granted) throw new ApiError('rate_limit_exceeded', this.details(now))
  }

  details(now: number): Record<string, unknown> {
    return detailsOfWindow(Math.floor(now / IP_WINDOW_MS), this.#budget())
  }

  async reset(): Promise<void> {
    this.#used.clear()
    await this.#counters.forget(this.#prefix)
  }
}
