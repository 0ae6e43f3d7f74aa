import type { ClassLimit } from '../rules/limits.ts'
import type { Tier } from '../store/world.ts'
import { ApiError } from './errors.ts'

/**
 * One key's counter for one route class: a fixed window, aligned to the epoch (GAP-WINDOW-ALIGNMENT).
 * `admit` is one step without an await, so no two requests can take the same place.
 */
export class Window {
  readonly limit: ClassLimit
  #index = -1
  #used = 0
  #reset = 0
  // Ready-made header values: a window's reset and limit are written thousands of times.
  #resetText = '0'
  #refusal: { tier: Tier; error: ApiError } | undefined
  readonly #limitText: string
  readonly #windowText: string

  constructor(limit: ClassLimit) {
    this.limit = limit
    this.#limitText = String(limit.budget)
    this.#windowText = String(limit.windowMs / 1000)
  }

  /** Takes a place in the window of `now` (epoch ms); false when the budget is spent. A refusal takes no place. */
  admit(now: number): boolean {
    this.#turn(now)
    if (this.#used >= this.limit.budget) return false
    this.#used++
    return true
  }

  /** Requests left in the window. */
  get remaining(): number {
    return this.limit.budget - this.#used
  }

  /** UNIX epoch seconds at which the window rolls. */
  get resetAt(): number {
    return this.#reset
  }

  /** The four headers of every authenticated answer (LIM). */
  addHeaders(to: string[]): void {
    to.push(
      'X-RateLimit-Limit',
      this.#limitText,
      'X-RateLimit-Remaining',
      String(this.remaining),
      'X-RateLimit-Reset',
      this.#resetText,
      'X-RateLimit-Window',
      this.#windowText,
    )
  }

  /** The 429 of this window: one error for all that it refuses. */
  refusal(tier: Tier): ApiError {
    if (this.#refusal?.tier !== tier) {
      this.#refusal = { tier, error: new ApiError('rate_limit_exceeded', this.details(tier)) }
    }
    return this.#refusal.error
  }

  /** What this window would be at `now`, were its budget used up; for a refusal that is only played. */
  ifSpent(now: number): Window {
    const spent = new Window(this.limit)
    spent.#turn(now)
    spent.#used = this.limit.budget
    return spent
  }

  /** The details of a 429 (LIM). */
  details(tier: Tier): Record<string, unknown> {
    return {
      reset_at: this.#reset,
      limit: this.limit.budget,
      window_seconds: this.limit.windowMs / 1000,
      route_class: this.limit.routeClass,
      tier,
    }
  }

  #turn(now: number): void {
    const index = Math.floor(now / this.limit.windowMs)
    if (index === this.#index) return
    this.#index = index
    this.#used = 0
    this.#refusal = undefined
    this.#reset = ((index + 1) * this.limit.windowMs) / 1000
    this.#resetText = String(this.#reset)
  }
}
