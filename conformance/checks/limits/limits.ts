import type { Check, Context } from '../../check/check.ts'
import { windowEndedError, MAX_WINDOWS } from '../../check/rate.ts'
import { dateOf, endByClocks, expectWindowEnd, isSameEnd } from '../../check/window-end.ts'
import type { Answer } from '../../http/answer.ts'

const HEADERS = {
  'X-RateLimit-Limit': 'LIM-022',
  'X-RateLimit-Remaining': 'LIM-023',
  'X-RateLimit-Reset': 'LIM-024',
  'X-RateLimit-Window': 'LIM-025',
} as const

/** Clocks that differ by more are worth a note. */
const CLOCKS_APART_SECONDS = 300

/** A later window ends a minute later or more; each end may be rounded. */
const LONGER_SECONDS = 57

export const limitChecks: readonly Check[] = [
  {
    id: 'limits.headers',
    area: 'limits',
    // A service may give back what a refused request counted (GAP-WINDOW-ALIGNMENT).
    alone: 'shared key',
    requirements: ['LIM-009', 'LIM-022', 'LIM-023', 'LIM-024', 'LIM-025', 'RLC-012'],
    level: 'must',
    needs: { features: ['sessions', 'rate_limits'], credentials: ['home.test'] },
    why: 'Clients pace themselves by these headers and need them most in refusals.',
    async run(ctx) {
      const list = () =>
        ctx.setUp('list sessions', { method: 'GET', path: '/v1/sessions', as: 'home.test' })
      const first = await list()
      expectHeaders(ctx, first)
      const unknown = await ctx.step('request an unknown session', {
        method: 'GET',
        path: `/v1/sessions/vs_${ctx.unique()}`,
        as: 'home.test',
      })
      expectHeaders(ctx, unknown)
      const invalid = await ctx.step('create a session with an unknown field', {
        method: 'POST',
        path: '/v1/sessions',
        as: 'home.test',
        json: { ...ctx.sessionFields('home.test'), no_such_field: true },
      })
      expectHeaders(ctx, invalid)
      const limits = [number(first, 'X-RateLimit-Limit'), number(unknown, 'X-RateLimit-Limit')]
      if (!limits.includes(undefined)) {
        ctx.expect(
          'RLC-012',
          'the same budget for listing and for retrieving',
          limits[0] === limits[1],
          limits,
        )
      }
      expectNoNewBudget(ctx, first, unknown)
      await expectCountdown(ctx, first, list)
    },
  },
]

/**
 * Checks that a refusal shows the window of an earlier success of its class, with no more budget. A
 * later window begins at the end of the earlier one, or after it.
 */
function expectNoNewBudget(ctx: Context, success: Answer, refusal: Answer): void {
  const [end, next] = [success, refusal].map((answer) => number(answer, 'X-RateLimit-Reset'))
  const [had, has] = [success, refusal].map((answer) => number(answer, 'X-RateLimit-Remaining'))
  // Missing headers were reported above.
  if (end === undefined || next === undefined || had === undefined || has === undefined) return
  const isSame = isSameEnd(end, next)
  ctx.expect(
    'LIM-024',
    `the end of the window, ${end}, on the refusal too, or that of a later window`,
    isSame || next > end + LONGER_SECONDS,
    next,
  )
  if (isSame) ctx.expect('LIM-023', `at most ${had} remaining, on the refusal`, has <= had, has)
}

/**
 * Judges the rate-limit headers: each occurs once, is a whole number, and is consistent with the
 * others. Every class except dsar:create has a window of 60 seconds.
 */
function expectHeaders(ctx: Context, answer: Answer): void {
  for (const [name, requirement] of Object.entries(HEADERS)) {
    const values = answer.headers(name)
    ctx.expect(
      requirement,
      `${name} once, with a whole number`,
      values.length === 1 && /^\d{1,15}$/.test(values[0]!),
      values.length === 0 ? undefined : values,
    )
  }
  const [limit, remaining, reset, window] = Object.keys(HEADERS).map((name) => number(answer, name))
  // Missing headers were reported above.
  if (limit !== undefined)
    ctx.expect('LIM-022', 'a budget of one request or more', limit >= 1, limit)
  if (limit !== undefined && remaining !== undefined) {
    ctx.expect(
      'LIM-023',
      `a remaining count of at most ${limit}, the budget`,
      remaining <= limit,
      remaining,
    )
  }
  if (window === undefined) return
  ctx.expect('LIM-009', 'a window of 60 seconds', window === 60, window)
  if (reset === undefined) return
  const date = dateOf(answer)
  if (date !== undefined && Math.abs(date - answer.receivedAt / 1000) > CLOCKS_APART_SECONDS)
    ctx.observe('GAP-DATE-HEADER', `X-RateLimit-Reset ${endByClocks(answer, reset)}`)
  expectWindowEnd(ctx, 'LIM-024', 'X-RateLimit-Reset', { answer, reset, window })
}

/**
 * Checks that the remaining budget decreases between two successes in the same window. The contract
 * leaves open whether refusals count (GAP-WINDOW-ALIGNMENT).
 */
async function expectCountdown(
  ctx: Context,
  first: Answer,
  list: () => Promise<Answer>,
): Promise<void> {
  const began = performance.now()
  let before = first
  for (let attempt = 0; attempt < MAX_WINDOWS; attempt++) {
    const after = await list()
    const [end, next] = [before, after].map((answer) => number(answer, 'X-RateLimit-Reset'))
    if (!isSameEnd(end, next)) {
      before = after
      continue
    }
    const [had, has] = [
      number(before, 'X-RateLimit-Remaining'),
      number(after, 'X-RateLimit-Remaining'),
    ]
    if (had !== undefined && has !== undefined)
      ctx.expect('LIM-023', `fewer than ${had} remaining, in the same window`, has < had, has)
    return
  }
  throw windowEndedError(began)
}

function number(answer: Answer, name: string): number | undefined {
  const value = answer.header(name)
  return value !== undefined && /^\d{1,15}$/.test(value) ? Number(value) : undefined
}
