import type { Answer } from '../http/answer.ts'

/** Dates have whole seconds, and requests take time. */
const SLACK_SECONDS = 2

/**
 * Seconds until a window ends, by the target's clock as its Date header shows it, or by our own: the one by which the end
 * lies within the window. A proxy in front may write the header, and either clock may be wrong (GAP-DATE-HEADER).
 * @param reset epoch seconds
 * @param window seconds
 * @param now epoch seconds, by our own clock
 * @returns undefined where the end lies within the window by neither
 */
export function secondsLeft(
  answer: Answer,
  reset: unknown,
  window: number,
  now: number = Date.now() / 1000,
): number | undefined {
  if (typeof reset !== 'number' || !Number.isSafeInteger(reset)) return undefined
  return [dateOf(answer), now]
    .filter((clock) => clock !== undefined)
    .map((clock) => reset - clock)
    .find((left) => left >= -SLACK_SECONDS && left <= window + SLACK_SECONDS)
}

/** Epoch seconds of the Date header; undefined where there is none. */
export function dateOf(answer: Answer): number | undefined {
  const date = Date.parse(answer.header('Date') ?? '')
  return Number.isNaN(date) ? undefined : date / 1000
}
