import { limits } from '../../../../spec/generated/limits.ts'

const SECOND = 1000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE

/** The sender gives up an attempt after this time (GAP-RETRIES). */
export const ATTEMPT_MS = limits.webhook_timeout_seconds.value * SECOND

/** Delay of the next attempt after each failed one (GAP-RETRIES). */
const DELAYS = [5 * SECOND, 5 * MINUTE, 30 * MINUTE, 2 * HOUR, 5 * HOUR, 10 * HOUR, 10 * HOUR]

/** A subscription that has failed for this long without a success is disabled. */
export const DISABLED_AFTER_MS = 5 * 24 * HOUR

/** Returns the milliseconds until the next attempt after this many; undefined after the last. */
export function delayAfter(attempts: number): number | undefined {
  return DELAYS[attempts - 1]
}
