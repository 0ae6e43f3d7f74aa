import type { Answer } from '../http/answer.ts'
import type { Context, StepRequest } from './check.ts'
import { statusAndCode } from './idioms.ts'
import { Blocked, Broken, Unreachable } from './outcome.ts'
import { isSameEnd } from './window-end.ts'

/** Rate limits as reported by responses. */

/**
 * Rate headers of a response: limit, remaining requests, end of the window in epoch seconds, its length in seconds.
 */
export interface Rate {
  limit: number
  remaining: number
  reset: number
  window: number
}

/** Maximum number of requests to use up a budget. */
export const MOST = 400

const SHORTEST_WINDOW_SECONDS = 60

/** Undefined if a header is missing, repeated or not a whole number. */
export function rateOf(answer: Answer): Rate | undefined {
  const [limit, remaining, reset, window] = ['Limit', 'Remaining', 'Reset', 'Window'].map(
    (name) => {
      const values = answer.headers(`X-RateLimit-${name}`)
      return values.length === 1 && /^\d{1,15}$/.test(values[0]!) ? Number(values[0]) : undefined
    },
  )
  if (limit === undefined || remaining === undefined || reset === undefined || window === undefined)
    return undefined
  return { limit, remaining, reset, window }
}

/** The requirement for each of the four headers. */
export const RATE_HEADERS = {
  'X-RateLimit-Limit': 'LIM-022',
  'X-RateLimit-Remaining': 'LIM-023',
  'X-RateLimit-Reset': 'LIM-024',
  'X-RateLimit-Window': 'LIM-025',
} as const

/** Judges that a response to a valid key has the four headers, error or not. */
export function expectRateHeaders(
  ctx: Pick<Context, 'expect'>,
  label: string,
  answer: Answer,
): void {
  for (const [name, requirement] of Object.entries(RATE_HEADERS)) {
    const values = answer.headers(name)
    ctx.expect(
      requirement,
      `${name} once, with a whole number, in the response to "${label}"`,
      values.length === 1 && /^\d{1,15}$/.test(values[0]!),
      `${statusAndCode(answer)} with ${values.join(', ') || 'none'}`,
    )
  }
}

/** Describes the rate headers of a response. */
export function describeRate(answer: Answer): string {
  const rate = rateOf(answer)
  if (rate) return `${rate.remaining} of ${rate.limit} left`
  const wrong = ['Limit', 'Remaining', 'Reset', 'Window']
    .map((name) => `X-RateLimit-${name}`)
    .filter((name) => !/^\d{1,15}$/.test(answer.header(name) ?? ''))
  return `${answer.status} without a number in ${wrong.join(', ')}`
}

/** A request to repeat; a function where each repeat needs a record of its own. */
export type Repeatable = StepRequest | (() => Promise<StepRequest>)

const nextOf = async (request: Repeatable): Promise<StepRequest> =>
  typeof request === 'function' ? request() : request

/**
 * Repeats a request until the response is 429.
 * @returns the 429, the requests admitted in its window, and the remaining budget of the first
 * response and of the last one before it
 * @throws {Unreachable} if that would take too many requests
 */
export async function exhaustBudget(
  ctx: Context,
  label: string,
  repeatable: Repeatable,
): Promise<{
  refusal: Answer
  budget: number
  taken: number
  first: number | undefined
  left: number | undefined
}> {
  let [taken, reset, budget] = [0, 0, MOST]
  let [first, left]: (number | undefined)[] = []
  let windows = 0
  const began = performance.now()
  for (let asked = 0; asked <= 2 * MOST; asked++) {
    const request = await nextOf(repeatable)
    const answer = await ctx.step(label, { ...request, keeps429: 'class' })
    if (answer.status === 429) return { refusal: answer, budget, taken, first, left }
    // The contract leaves open whether rejected requests count (GAP-WINDOW-ALIGNMENT), so they
    // cannot use up a budget.
    if (answer.status >= 400) throw ctx.unusable(label, request, answer)
    const rate = rateOf(answer)
    if (rate && rate.limit > MOST)
      throw new Unreachable(`a budget of ${rate.limit} is too large to use up here`)
    // A new window starts with the full budget.
    if (rate && !isSameEnd(rate.reset, reset)) {
      ;[taken, reset, budget] = [0, rate.reset, rate.limit]
      windows++
    }
    taken++
    left = rate?.remaining
    if (taken === 1) first = left
    // More requests than fit in a window and no 429: the service does not enforce the limit.
    if (taken > budget) return { refusal: answer, budget, taken, first, left }
  }
  const seconds = (performance.now() - began) / 1000
  const most = Math.ceil(seconds / SHORTEST_WINDOW_SECONDS) + 1
  if (windows <= most)
    throw new Unreachable(`windows ended before the budget of "${label}" was used up`)
  throw new Broken({
    requirement: 'LIM-008',
    expected: `at most ${most} windows in ${Math.ceil(seconds)} s`,
    got: `${windows}, by X-RateLimit-Reset`,
  })
}

/** Number of windows in which a check tries to judge what the end of a window prevents. */
export const MAX_WINDOWS = 3

/**
 * Returns the error of a check in which a window ended during every attempt. The service is at fault
 * only if its windows are too short.
 * @param began time of the first attempt, by `performance.now()`
 */
export function windowEndedError(began: number): Blocked {
  const seconds = (performance.now() - began) / 1000
  if (seconds > SHORTEST_WINDOW_SECONDS)
    return new Blocked('windows ended too often to judge a counter')
  return new Broken({
    requirement: 'LIM-008',
    expected: `at most one new window within ${SHORTEST_WINDOW_SECONDS} s`,
    got: `${MAX_WINDOWS} in ${Math.ceil(seconds)} s, by X-RateLimit-Reset`,
  })
}

/**
 * Sends a request while the budgets of other requests are used up. If it is admitted, the other
 * requests show whether a new window has begun. The budgets are then used up again.
 * @param budgets requests whose budgets are used up
 * @throws {Blocked} if a window ends at every attempt
 */
export async function whileExhausted(
  ctx: Context,
  budgets: readonly { label: string; request: Repeatable }[],
  send: () => Promise<Answer>,
): Promise<Answer> {
  const began = performance.now()
  for (let attempt = 0; attempt < MAX_WINDOWS; attempt++) {
    const answer = await send()
    if (answer.status === 429) return answer
    const still = await Promise.all(
      budgets.map(async ({ label, request }) =>
        ctx.step(label, { ...(await nextOf(request)), keeps429: 'class' }),
      ),
    )
    if (still.every(({ status }) => status === 429)) return answer
    await Promise.all(budgets.map(({ label, request }) => exhaustBudget(ctx, label, request)))
  }
  throw windowEndedError(began)
}
