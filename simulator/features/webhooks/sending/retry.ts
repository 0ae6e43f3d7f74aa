const SECOND = 1000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE

/** How long after each failed attempt the next one follows (GAP-RETRIES). */
const DELAYS = [5 * SECOND, 5 * MINUTE, 30 * MINUTE, 2 * HOUR, 5 * HOUR, 10 * HOUR, 10 * HOUR]

/** A subscription that has failed for this long without one success is disabled. */
export const DISABLED_AFTER_MS = 5 * 24 * HOUR

/** Milliseconds until the attempt after this many; undefined when there is none left. */
export function delayAfter(attempts: number): number | undefined {
  return DELAYS[attempts - 1]
}
