import { at } from '../http/json.ts'
import type { Answer } from '../http/answer.ts'
import { dateOf, secondsLeft } from './window-end.ts'

/** Shorter waits are not announced. */
const ANNOUNCED_SECONDS = 5

/** Windows that a request waits out. Concurrent checks can use up those of a shared key. */
export const MOST_WINDOWS = { own: 2, shared: 6 }

/** Waits for the end of rate-limit windows, within the time limit of the run for that. */
export class Patience {
  #secondsLeft: number
  /** Epoch ms until which another check already waits: a concurrent wait costs nothing. */
  #paidUntil = 0
  readonly #sleep: (ms: number) => Promise<void>
  readonly #announce: ((label: string, seconds: number) => void) | undefined

  /** @param announce called before a wait that no other check has announced */
  constructor(
    seconds: number,
    sleep: (ms: number) => Promise<void>,
    announce?: (label: string, seconds: number) => void,
  ) {
    this.#announce = announce
    this.#secondsLeft = seconds
    this.#sleep = sleep
  }

  /**
   * Sleeps until the window of a 429 ends.
   * @param label of the request
   * @returns false if the end is unknown or too far away
   */
  async waitFor(answer: Answer, now: number, label: string): Promise<boolean> {
    const seconds = secondsUntilReset(answer, now)
    if (seconds === undefined) return false
    const unpaid = Math.max(0, now + seconds * 1000 - Math.max(now, this.#paidUntil)) / 1000
    if (unpaid > this.#secondsLeft) return false
    this.#secondsLeft -= unpaid
    this.#paidUntil = Math.max(this.#paidUntil, now + seconds * 1000)
    if (unpaid >= ANNOUNCED_SECONDS) this.#announce?.(label, Math.round(seconds))
    await this.#sleep(seconds * 1000)
    return true
  }
}

/**
 * Returns the seconds until the window of a 429 has ended; undefined if no value shows it.
 * @param now epoch ms
 */
export function secondsUntilReset(answer: Answer, now: number): number | undefined {
  const reset = [
    at(answer.json, 'error', 'details', 'reset_at'),
    Number(answer.header('X-RateLimit-Reset')),
  ].find(
    (value): value is number =>
      typeof value === 'number' && Number.isSafeInteger(value) && value > 0,
  )
  const retryAfter = Number(answer.header('Retry-After') ?? Number.NaN)
  if (reset === undefined)
    return Number.isFinite(retryAfter) && retryAfter >= 0 ? Math.ceil(retryAfter) + 1 : undefined
  const left =
    secondsLeft(answer, reset, windowOf(answer), now / 1000) ??
    // Both clocks may be wrong; Retry-After depends on neither.
    (retryAfter >= 0 ? retryAfter : reset - (dateOf(answer) ?? now / 1000))
  // The Date header has no fractions, so one more second.
  return Math.max(1, Math.ceil(left) + 1)
}

/** Returns the length of a window from a 429; most are a minute. */
function windowOf(answer: Answer): number {
  const window =
    at(answer.json, 'error', 'details', 'window_seconds') ??
    Number(answer.header('X-RateLimit-Window'))
  return typeof window === 'number' && window > 0 ? window : 60
}
