import type { Answer } from '../http/answer.ts'

/** Tolerance in seconds, because dates have whole seconds and requests take time. */
const SLACK_SECONDS = 2

/**
 * Whether two values of `X-RateLimit-Reset`, or of `reset_at`, are the end of the same window. The
 * contract does not state how an end is rounded, so it may vary within a window; the next one ends
 * a minute later or more.
 */
export function isSameEnd(one: unknown, other: unknown): boolean {
  if (typeof one !== 'number' || typeof other !== 'number') return one === other
  return Math.abs(one - other) <= SLACK_SECONDS
}

/**
 * Returns the seconds until a window ends, by the Date header of the target or by the local clock:
 * the one by which the end lies within the window. A proxy may write the header, and either clock
 * may be wrong (GAP-DATE-HEADER).
 * @param reset epoch seconds
 * @param window seconds
 * @param now epoch seconds, by the local clock; the arrival of the response by default
 * @returns undefined if the end lies within the window by neither clock
 */
export function secondsLeft(
  answer: Answer,
  reset: unknown,
  window: number,
  now: number = answer.receivedAt / 1000,
): number | undefined {
  if (typeof reset !== 'number' || !Number.isSafeInteger(reset)) return undefined
  return [dateOf(answer), now]
    .filter((clock) => clock !== undefined)
    .map((clock) => reset - clock)
    .find((left) => left >= -SLACK_SECONDS && left <= window + SLACK_SECONDS)
}

/** Epoch seconds of the Date header; undefined if there is none. */
export function dateOf(answer: Answer): number | undefined {
  const date = Date.parse(answer.header('Date') ?? '')
  return Number.isNaN(date) ? undefined : date / 1000
}
