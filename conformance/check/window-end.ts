import type { Answer } from '../http/answer.ts'
import type { Context } from './check.ts'

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

/**
 * Describes the end of a window with both clocks by which it is judged.
 * @param reset epoch seconds
 */
export function endByClocks(answer: Answer, reset: number): string {
  const date = dateOf(answer)
  const arrived = Math.round(answer.receivedAt / 1000)
  const after = (clock: number) => {
    const seconds = Math.round(reset - clock)
    return `${Math.abs(seconds)} s ${seconds < 0 ? 'before' : 'after'}`
  }
  const service =
    date === undefined
      ? 'the service sent no Date header'
      : `${after(date)} its Date header, ${date} (the clock of the service)`
  return `${reset}, ${after(arrived)} the arrival of the response at ${arrived} (the clock of the suite's machine); ${service}`
}

/**
 * Checks that a window ends within its length after the response, by the clock of the service or by
 * that of the suite's machine. Without a Date header, a wrong clock cannot be distinguished from a
 * wrong end (GAP-DATE-HEADER), so a misfit is an observation.
 * @param what the member or header with the end
 * @param reset epoch seconds
 * @returns the seconds until the end; undefined if it fits neither clock
 */
export function expectWindowEnd(
  ctx: Pick<Context, 'expect' | 'observe'>,
  requirement: string,
  what: string,
  { answer, reset, window }: { answer: Answer; reset: unknown; window: number },
): number | undefined {
  const left = secondsLeft(answer, reset, window)
  const seen = typeof reset === 'number' ? endByClocks(answer, reset) : reset
  const isJudged =
    left !== undefined || dateOf(answer) !== undefined || !Number.isSafeInteger(reset)
  if (isJudged)
    ctx.expect(
      requirement,
      `${what} in epoch seconds, at most ${window} s after the response by the clock of the service (Date header) or by that of the suite's machine`,
      left !== undefined,
      seen,
    )
  else ctx.observe('GAP-DATE-HEADER', `${what} ${String(seen)}`)
  return left
}
