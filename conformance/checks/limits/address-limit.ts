import type { Check, Context } from '../../check/check.ts'
import { isRefused, statusAndCode } from '../../check/idioms.ts'
import { windowEndedError, MAX_WINDOWS } from '../../check/rate.ts'
import { Blocked } from '../../check/outcome.ts'
import { reach } from '../../check/states.ts'
import { expectWindowEnd } from '../../check/window-end.ts'
import type { Answer } from '../../http/answer.ts'
import { at } from '../../http/json.ts'

/** Small, so that few requests use it up. */
const BUDGET = 8

export const addressLimitChecks: readonly Check[] = [
  {
    id: 'limits.address',
    area: 'limits',
    requirements: ['LIM-001', 'LIM-002', 'LIM-003', 'LIM-004'],
    level: 'must',
    needs: { credentials: [], states: ['address_limit'], features: ['sessions', 'rate_limits'] },
    why: 'Without a limit on failures, keys can be guessed.',
    async run(ctx) {
      const { base_url: baseUrl, key } = await reach(
        ctx,
        'address_limit',
        { requests: BUDGET },
        'base_url',
      )
      const list = { method: 'GET', path: '/v1/sessions', baseUrl, keeps429: 'address' } as const
      const label = 'list sessions with a valid key'
      const valid = { ...list, as: { key } }
      const listed = await ctx.step(label, valid)
      if (listed.status === 404)
        throw new Blocked(
          `the state address_limit has to return a base_url that stands before /v1 and leads to the region; GET /v1/sessions at ${baseUrl} got ${statusAndCode(listed)}`,
        )
      if (listed.status !== 200) throw ctx.unusable(label, valid, listed)
      const guess = () =>
        ctx.step('list sessions with a guessed key', {
          ...list,
          as: { key: `ah_sk_${ctx.home}_test_${ctx.unique()}${ctx.unique()}` },
        })
      const first = await guess()
      ctx.expect(
        'LIM-002',
        'a guessed key to get a 4xx other than 429 below the limit',
        isRefused(first) && first.status !== 429,
        statusAndCode(first),
      )
      const began = performance.now()
      for (let attempt = 0; attempt < MAX_WINDOWS; attempt++) {
        // Twice the budget, because a new window may begin in between.
        let refusal: Answer | undefined
        for (let i = 0; i < 2 * BUDGET && !refusal; i++) {
          const answer = await guess()
          if (answer.status !== first.status) refusal = answer
        }
        ctx.expect(
          'LIM-001',
          `a limit that stops guesses after ${BUDGET} requests`,
          refusal !== undefined,
          'none',
        )
        for (const requirement of ['LIM-002', 'LIM-004']) {
          ctx.expect(
            requirement,
            '429 for a guess over the limit',
            refusal?.status === 429,
            refusal?.status,
          )
        }
        if (refusal?.status !== 429) return
        const asked = performance.now()
        const left = expectMinute(ctx, refusal)
        const good = await ctx.step('list sessions with the valid key', { ...list, as: { key } })
        const rolled = (performance.now() - asked) / 1000 > (left ?? 60) - 1
        if (rolled && good.status !== 429) continue
        ctx.expect(
          'LIM-002',
          '429 for a valid key from the same address too, because the limit precedes authentication',
          good.status === 429,
          statusAndCode(good),
        )
        return
      }
      throw windowEndedError(began)
    },
  },
]

/**
 * Judges the window if the refusal names it. The contract leaves its code and details open
 * (GAP-IP-LIMIT).
 * @returns the seconds until the window ends; undefined if the refusal does not state them
 */
function expectMinute(ctx: Context, refusal: Answer): number | undefined {
  const [reset, window] = ['reset_at', 'window_seconds'].map((name) =>
    at(refusal.json, 'error', 'details', name),
  )
  const isUnsaid = reset === undefined && window === undefined
  ctx.expect(
    'LIM-003',
    'details.window_seconds 60, if the refusal has it',
    window === undefined || window === 60,
    window,
  )
  if (isUnsaid)
    ctx.observe('GAP-IP-LIMIT', `the refusal of an address is ${statusAndCode(refusal)}`)
  if (reset === undefined) return undefined
  return expectWindowEnd(ctx, 'LIM-003', 'details.reset_at', { answer: refusal, reset, window: 60 })
}
