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

/** Checks that a response to a valid key has the four headers, error or not. */
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

/** A budget is used up in about this time, with concurrent requests if the service is slow. */
const USE_UP_SECONDS = 15
const MOST_AT_ONCE = 32

/** Thrown if a window ends before requests have used up its budget. */
class TooSlow extends Blocked {}

/** The reason why a budget could not be used up. */
export type Unused = Unreachable | TooSlow

/** Returns an error of `exhaustBudget` after which other budgets can still be judged; throws any other. */
export function unusedOf(error: unknown): Unused {
  if (error instanceof Unreachable || error instanceof TooSlow) return error
  throw error
}

/** Ends a check in which some budgets were not used up. @throws {Unused} with all reasons */
export function throwUnused(unused: readonly Unused[]): void {
  if (unused.length === 0) return
  const reasons = unused.map(({ message }) => message).join('; ')
  // A budget that is too large cannot be judged anyway.
  throw unused.some((one) => one instanceof TooSlow)
    ? new Blocked(reasons)
    : new Unreachable(reasons)
}

/** A used-up budget: its first refusal, and the requests of its window. */
export interface UsedUp {
  refusal: Answer
  budget: number
  /** Admitted requests. */
  taken: number
  /** Remaining budget by the first response of the window. */
  first: number | undefined
  /** Remaining budget by the last response before the refusal. */
  left: number | undefined
}

/**
 * Repeats a request until the response is 429.
 * @throws {Unreachable} if the budget is too large
 * @throws {TooSlow} if requests take too long to use it up within a window
 */
export async function exhaustBudget(
  ctx: Context,
  label: string,
  repeatable: Repeatable,
): Promise<UsedUp> {
  let [taken, reset, budget] = [0, 0, MOST]
  let [first, left]: (number | undefined)[] = []
  let [windows, rounds, asked] = [0, 0, 0]
  const began = performance.now()
  while (asked <= 2 * MOST) {
    const width = requestsAtOnce(left, (performance.now() - began) / 1000 / Math.max(1, rounds))
    const exchanges = await Promise.all(
      Array.from({ length: width }, async () => {
        const request = await nextOf(repeatable)
        return { request, answer: await ctx.step(label, { ...request, keeps429: 'class' }) }
      }),
    )
    rounds++
    asked += width
    const [refusals, others] = partition(exchanges, ({ answer }) => answer.status === 429)
    // Concurrent responses arrive in any order.
    const [older, newer] = partition(others, ({ answer }) =>
      isSameEnd(rateOf(answer)?.reset ?? reset, reset),
    )
    for (const { request, answer } of [older, newer].flatMap(byRemaining)) {
      // The contract leaves open whether rejected requests count (GAP-WINDOW-ALIGNMENT), so they
      // cannot use up a budget.
      if (answer.status >= 400) throw ctx.unusable(label, request, answer)
      const rate = rateOf(answer)
      if (rate && rate.limit > MOST)
        throw new Unreachable(
          `the budget of ${rate.limit} to ${label} is too large: the suite uses up at most ${MOST} requests`,
        )
      // A new window starts with the full budget.
      if (rate && !isSameEnd(rate.reset, reset)) {
        ;[taken, reset, budget] = [0, rate.reset, rate.limit]
        first = width === 1 ? rate.remaining : rate.limit - 1
        windows++
      }
      taken++
      left = rate?.remaining
      if (taken === 1 && width === 1) first = left
    }
    // A request of the old window may show the new one, if headers are those of the moment of the response.
    if (width > 1 && newer.length > 0 && left !== undefined) taken = budget - left
    const refusal = refusals[0]?.answer
    if (refusal) return { refusal, budget, taken, first, left }
    // More requests than fit in a window and no 429: the service does not enforce the limit.
    if (taken > budget) return { refusal: exchanges.at(-1)!.answer, budget, taken, first, left }
  }
  const seconds = (performance.now() - began) / 1000
  const most = Math.ceil(seconds / SHORTEST_WINDOW_SECONDS) + 1
  if (windows <= most)
    throw new TooSlow(
      `each window ended before the budget of ${budget} to ${label} was used up: ${asked} requests took ${Math.ceil(seconds)} s; run the suite closer to the service`,
    )
  throw new Broken({
    requirement: 'LIM-008',
    expected: `at most ${most} windows in ${Math.ceil(seconds)} s`,
    got: `${windows}, by X-RateLimit-Reset`,
  })
}

/**
 * Returns how many requests to send at once; one if the service is fast. The last request of a budget
 * is sent alone, so that its response is known.
 * @param left remaining budget, if known
 * @param seconds duration of a request
 */
function requestsAtOnce(left: number | undefined, seconds: number): number {
  if (left === undefined) return 1
  const needed = Math.ceil((left * seconds) / USE_UP_SECONDS)
  return Math.max(1, Math.min(needed, left - 1, MOST_AT_ONCE))
}

function byRemaining<Exchange extends { answer: Answer }>(exchanges: Exchange[]): Exchange[] {
  const remaining = ({ answer }: Exchange) => rateOf(answer)?.remaining ?? 0
  return exchanges.toSorted((one, other) => remaining(other) - remaining(one))
}

function partition<Item>(items: readonly Item[], isFirst: (item: Item) => boolean) {
  const { yes = [], no = [] } = Object.groupBy(items, (item) => (isFirst(item) ? 'yes' : 'no'))
  return [yes, no] as const
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
