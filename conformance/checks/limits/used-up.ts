import type { Check, Context, StepRequest } from '../../check/check.ts'
import { expectRefusal, statusAndCode } from '../../check/idioms.ts'
import { Broken } from '../../check/outcome.ts'
import { windowEndedError, MAX_WINDOWS, rateOf, exhaustBudget } from '../../check/rate.ts'
import { reach } from '../../check/states.ts'
import { expectWindowEnd, isSameEnd, secondsLeft } from '../../check/window-end.ts'
import type { Answer } from '../../http/answer.ts'
import { at } from '../../http/json.ts'
import { shown } from '../../text.ts'
import { sleep } from '../../waiting.ts'

/**
 * Long enough for a token bucket of 60 per minute to admit one more request, and for an end that
 * moves with the clock to be more than rounded.
 */
const TRICKLE_SECONDS = 3.5

/** A window may end so much earlier than shown: the Date header has no fractions, and its end is rounded. */
const ROUNDED_SECONDS = 3

export const usedUpChecks: readonly Check[] = [
  {
    id: 'limits.used-up',
    area: 'limits',
    long: true,
    requirements: [
      'ERR-024',
      'LIM-005',
      'LIM-007',
      'LIM-008',
      'LIM-017',
      'LIM-022',
      'LIM-023',
      'LIM-026',
      'LIM-027',
      'LIM-028',
      'LIM-029',
      'LIM-030',
      'SCO-011',
    ],
    level: 'must',
    needs: {
      credentials: [],
      states: ['organization', 'key'],
      features: ['sessions', 'rate_limits'],
    },
    why: 'A refused client reads here which limit was reached and when it ends; otherwise it retries too early.',
    async run(ctx) {
      const { organization, key: full } = await reach(ctx, 'organization', {})
      const create = async (): Promise<StepRequest> => {
        const { key } = await reach(ctx, 'key', { organization, scopes: ['sessions:write'] })
        const json = ctx.sessionFields('home.test')
        return { method: 'POST', path: '/v1/sessions', as: { key }, json }
      }
      const began = performance.now()
      let seen = await usedUpAWhile(ctx, await create(), full)
      // The end of a window cannot be compared if a new one began meanwhile; that one has time left.
      for (let attempt = 1; seen.rolled && attempt < MAX_WINDOWS; attempt++)
        seen = await usedUpAWhile(ctx, await create(), full)
      if (seen.rolled && seen.again.status !== 429) throw windowEndedError(began)
      const { as, refusal, budget, taken, left, beside, again, rolled } = seen
      ctx.expect(
        'LIM-008',
        `${budget} requests in the window, as X-RateLimit-Limit says`,
        taken === budget,
        taken,
      )
      ctx.expect(
        'LIM-023',
        'X-RateLimit-Remaining 0 in the last response before the 429',
        left === 0,
        left,
      )
      expectRefusal(ctx, refusal, {
        status: 429,
        code: 'rate_limit_exceeded',
        requirements: ['ERR-024'],
      })
      expectDetails(ctx, refusal, budget)
      ctx.expect('LIM-005', 'no 429 for another key', beside.status !== 429, statusAndCode(beside))
      ctx.expect(
        'LIM-008',
        'still 429 in the same window',
        again.status === 429,
        statusAndCode(again),
      )
      const [end, later] = [refusal, again].map((one) =>
        at(one.json, 'error', 'details', 'reset_at'),
      )
      if (again.status === 429 && !rolled)
        ctx.expect(
          'LIM-026',
          `the same reset_at after a delay, ${String(end)}`,
          isSameEnd(later, end),
          later,
        )
      const list = await ctx.step('list sessions with the key whose budget is used up', {
        method: 'GET',
        path: '/v1/sessions',
        as,
        keeps429: 'class',
      })
      ctx.expect('LIM-007', 'no 429 in another class', list.status !== 429, statusAndCode(list))
    },
  },
  {
    id: 'limits.after-the-reset',
    area: 'limits',
    requirements: ['ERR-025', 'LIM-008'],
    level: 'must',
    slow: true,
    needs: { credentials: [], states: ['organization'], features: ['sessions', 'rate_limits'] },
    why: 'A client that waits until the reset must get a full budget, or its queue never empties.',
    async run(ctx) {
      const { key } = await reach(ctx, 'organization', {})
      const create = {
        method: 'POST',
        path: '/v1/sessions',
        as: { key },
        json: ctx.sessionFields('home.test'),
      } as const
      const { refusal, budget } = await exhaustBudget(ctx, 'create a session', create)
      const reset = at(refusal.json, 'error', 'details', 'reset_at')
      if (typeof reset !== 'number')
        throw new Broken({
          requirement: 'LIM-026',
          expected: 'details.reset_at',
          got: shown(reset),
        })
      // One more second, since the Date header has whole seconds.
      await sleep(1000 * Math.min(62, Math.max(0, secondsLeft(refusal, reset, 60) ?? 60) + 1))
      const answer = await ctx.step('create one after the reset', { ...create, keeps429: 'class' })
      ctx.expect(
        'ERR-025',
        '2xx',
        answer.status >= 200 && answer.status < 300,
        statusAndCode(answer),
      )
      const left = rateOf(answer)?.remaining
      ctx.expect('LIM-008', 'the whole budget minus this request', left === budget - 1, left)
    },
  },
]

/** Checks the details of a refusal in the window of sessions:create. */
function expectDetails(ctx: Context, refusal: Answer, budget: number): void {
  const details = at(refusal.json, 'error', 'details')
  const [reset, limit, window, name] = ['reset_at', 'limit', 'window_seconds', 'route_class'].map(
    (member) => at(details, member),
  )
  const rate = rateOf(refusal)
  expectWindowEnd(ctx, 'LIM-026', 'details.reset_at', { answer: refusal, reset, window: 60 })
  ctx.expect('LIM-027', `details.limit ${budget}`, limit === budget, JSON.stringify(limit))
  ctx.expect('LIM-028', 'details.window_seconds 60', window === 60, window)
  ctx.expect('LIM-029', 'details.route_class, a text', typeof name === 'string', name)
  for (const requirement of ['LIM-017', 'SCO-011']) {
    ctx.expect(
      requirement,
      'the class sessions:create, which is not a scope of this key',
      name === 'sessions:create',
      name,
    )
  }
  const tier = at(details, 'tier')
  ctx.expect('LIM-030', 'details.tier, a text', typeof tier === 'string', tier)
  ctx.expect(
    'LIM-022',
    `X-RateLimit-Limit ${budget} on the refusal`,
    rate?.limit === budget,
    rate?.limit,
  )
  ctx.expect(
    'LIM-023',
    'X-RateLimit-Remaining 0 on the refusal',
    rate?.remaining === 0,
    rate?.remaining,
  )
}

/** Uses up a budget, then repeats the request after a delay, also with another key. */
async function usedUpAWhile(ctx: Context, create: StepRequest, otherKey: string) {
  const used = await exhaustBudget(ctx, 'create a session', create)
  const reset = at(used.refusal.json, 'error', 'details', 'reset_at')
  const left = secondsLeft(used.refusal, reset, 60) ?? 60
  const refused = performance.now()
  const [beside] = await Promise.all([
    ctx.step('create one with another key', {
      ...create,
      as: { key: otherKey },
      keeps429: 'class',
    }),
    sleep(TRICKLE_SECONDS * 1000),
  ])
  const again = await ctx.step('create one after a delay', { ...create, keeps429: 'class' })
  const rolled = (performance.now() - refused) / 1000 > left - ROUNDED_SECONDS
  return { ...used, as: create.as, beside, again, rolled }
}
