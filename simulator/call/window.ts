import type { ClassLimit } from './limits.ts'
import type { Tier } from '../world/world.ts'
import { ApiError } from './errors.ts'

/** The hint also names the way to reset a window during development. */
const SPENT =
  'The request budget of this window is used up; wait until details.reset_at. For larger budgets in tests, start the simulator with --budgets roomy.'

/**
 * Fixed rate-limit window of one key for one route class, aligned to the epoch
 * (GAP-WINDOW-ALIGNMENT). `admit` is synchronous, so two requests cannot take the same place.
 */
export class Window {
  readonly limit: ClassLimit
  #index = -1
  #used = 0
  #reset = 0
  // Cached header values: reset and limit are written thousands of times per window.
  #resetText = '0'
  #refusal: { tier: Tier; error: ApiError } | undefined
  readonly #limitText: string
  readonly #windowText: string
  /** The window of which this one is a state. */
  readonly #whole: Window | undefined

  /** @param whole a window with the same limit, with which this one shares cached texts and error */
  constructor(limit: ClassLimit, whole?: Window) {
    this.limit = limit
    this.#whole = whole
    this.#limitText = whole ? whole.#limitText : String(limit.budget)
    this.#windowText = whole ? whole.#windowText : String(limit.windowMs / 1000)
  }

  /**
   * Counts a request in the window of `now` (epoch ms). Returns false when the budget is spent; a
   * refused request is not counted.
   */
  admit(now: number): boolean {
    this.#turn(now)
    if (this.#used >= this.limit.budget) return false
    this.#used++
    return true
  }

  /** Remaining requests in the window; 0 if the budget was lowered below the count. */
  get remaining(): number {
    return Math.max(0, this.limit.budget - this.#used)
  }

  /** UNIX epoch seconds at which the window resets. */
  get resetAt(): number {
    return this.#reset
  }

  /** Appends the four headers of every authenticated response (LIM). */
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

  /** Returns the 429 error of this window; one error object serves all refusals. */
  refusal(tier: Tier): ApiError {
    if (this.#whole && this.#whole.#index === this.#index) return this.#whole.refusal(tier)
    if (this.#refusal?.tier !== tier) {
      this.#refusal = {
        tier,
        error: new ApiError('rate_limit_exceeded', this.details(tier), SPENT),
      }
    }
    return this.#refusal.error
  }

  /**
   * Returns the state of this window after a count that several processes share.
   * @param index number of the window since the epoch
   * @param used number of counted requests, including the current one
   */
  counted(index: number, used: number): Window {
    this.#turn(index * this.limit.windowMs)
    const window = new Window(this.limit, this)
    window.#index = index
    window.#reset = this.#reset
    window.#resetText = this.#resetText
    window.#used = used
    return window
  }

  /** Returns a copy of this window at `now` with its budget spent, for injected refusals. */
  ifSpent(now: number): Window {
    const spent = new Window(this.limit)
    spent.#turn(now)
    spent.#used = this.limit.budget
    return spent
  }

  /** Returns this window with another budget and the same count (LIM-008). */
  withLimit(limit: ClassLimit): Window {
    const window = new Window(limit)
    window.#index = this.#index
    window.#used = this.#used
    window.#reset = this.#reset
    window.#resetText = this.#resetText
    return window
  }

  /** Builds the details of a 429 (LIM). */
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
