import type { Check, Context, StepRequest } from '../../check/check.ts'
import { Broken, Unreachable } from '../../check/outcome.ts'
import {
  describeRate,
  MAX_WINDOWS,
  MOST,
  type Rate,
  rateOf,
  windowEndedError,
} from '../../check/rate.ts'
import { reach } from '../../check/states.ts'
import { isSameEnd } from '../../check/window-end.ts'

/** Requests left before the concurrent ones. */
const LEFT = 5
/** Concurrent requests beyond those that are left. */
const BEYOND = 15

/** Requests that arrive at once at the end of a budget. */
export const concurrentRequestChecks: readonly Check[] = [
  {
    id: 'limits.concurrent-requests',
    area: 'limits',
    requirements: ['LIM-008'],
    level: 'must',
    needs: {
      credentials: [],
      states: ['organization'],
      features: ['sessions', 'rate_limits'],
    },
    why: 'A counter that is read before it is written admits any number of requests that come at once.',
    async run(ctx) {
      const { key } = await reach(ctx, 'organization', {})
      const create: StepRequest = {
        method: 'POST',
        path: '/v1/sessions',
        as: { key },
        json: ctx.sessionFields('home.test'),
        keeps429: 'class',
      }
      const began = performance.now()
      for (let attempt = 0; attempt < MAX_WINDOWS; attempt++) {
        const { remaining, reset } = await useUpMost(ctx, create)
        const answers = await Promise.all(
          Array.from({ length: remaining + BEYOND }, () =>
            ctx.step('create a session at the same time as others', create),
          ),
        )
        // A window that began meanwhile has a budget of its own.
        if (!answers.every((answer) => isSameEnd(rateOf(answer)?.reset ?? reset, reset))) continue
        const admitted = answers.filter(({ status }) => status < 300).length
        ctx.expect(
          'LIM-008',
          `at most ${remaining} of ${answers.length} concurrent requests, as X-RateLimit-Remaining said before`,
          admitted <= remaining,
          admitted,
        )
        return
      }
      throw windowEndedError(began)
    },
  },
]

/** Repeats a request until few are left in its window. @throws {Unreachable} if there are too many */
async function useUpMost(ctx: Context, request: StepRequest): Promise<Rate> {
  for (let asked = 0; asked <= MOST; asked++) {
    const answer = await ctx.step('create a session', request)
    const rate = rateOf(answer)
    if (!rate)
      throw new Broken({
        requirement: 'LIM-023',
        expected: 'the rate-limit headers',
        got: describeRate(answer),
      })
    // A budget that an earlier attempt used up ends with its window.
    if (answer.status === 429) return { ...rate, remaining: 0 }
    if (answer.status >= 400) throw ctx.unusable('create a session', request, answer)
    if (rate.limit > MOST)
      throw new Unreachable(`a budget of ${rate.limit} is too large to use up here`)
    if (rate.remaining <= LEFT) return rate
  }
  throw new Unreachable('the budget of sessions:create could not be used up in a window')
}
