import type { Check, Context, StepRequest } from '../../check/check.ts'
import { expectRefusal, sessionIdIn, sessionPath, statusAndCode } from '../../check/idioms.ts'
import { Broken } from '../../check/outcome.ts'
import { rateInWords, rateOf, sleep, useUp } from '../../check/rate.ts'
import type { RouteClass } from '../../check/route-class.ts'
import { reach } from '../../check/states.ts'
import { secondsLeft } from '../../check/window-end.ts'
import type { Answer } from '../../http/answer.ts'
import { at } from '../../http/json.ts'
import { shown } from '../../text.ts'
import { subjectRequest } from './route-classes.ts'

const TIERS = ['standard', 'elevated', 'enterprise', 'custom'] as const
type Tier = (typeof TIERS)[number]
type Budgets = Record<RouteClass, { limit: number; window: number }>

/** Long enough for a bucket that fills up over a minute to let one of 60 through. */
const TRICKLE_SECONDS = 2.5

export const budgetChecks: readonly Check[] = [
  {
    id: 'limits.budgets-by-tier',
    area: 'limits',
    long: true,
    requirements: [
      'LIM-015',
      'LIM-016',
      'LIM-018',
      'LIM-019',
      'LIM-020',
      'LIM-021',
      'RLC-003',
      'RLC-004',
      'RLC-011',
    ],
    level: 'must',
    needs: {
      credentials: [],
      states: ['organization', 'key'],
      features: [
        'sessions',
        'reports',
        'evidence_images',
        'id_scan',
        'applicants',
        'data_subject_requests',
        'browser_tokens',
        'rate_limits',
      ],
    },
    why: 'Who pays for a higher tier was promised more; who waits for a flat class to grow with it was promised nothing.',
    async run(ctx) {
      const of = {} as Record<Tier, Budgets>
      for (const tier of TIERS) {
        const { organization, key } = await reach(ctx, 'organization', { tier })
        of[tier] = await budgetsOf(ctx, key)
        const beside = await reach(ctx, 'key', { organization })
        const reads = await readsOf(ctx, beside.key)
        ctx.expect(
          'LIM-015',
          `${of[tier].reads.limit} reads for another key of the organization, too`,
          reads === of[tier].reads.limit,
          reads,
        )
      }
      const fresh = await budgetsOf(ctx, (await reach(ctx, 'organization', {})).key)
      const limits = (budgets: Budgets) =>
        Object.values(budgets)
          .map(({ limit }) => limit)
          .join()
      ctx.expect(
        'LIM-016',
        `the budgets of standard for a new organization: ${limits(of.standard)}`,
        limits(fresh) === limits(of.standard),
        limits(fresh),
      )
      const rising = (Object.keys(of.standard) as RouteClass[]).filter(
        (name) => of.standard[name].limit < of.enterprise[name].limit,
      )
      ctx.expect(
        'LIM-018',
        'higher budgets on enterprise than on standard in most of the eight classes',
        rising.length > 4,
        rising,
      )
      const across = (name: RouteClass, tiers: readonly Tier[] = TIERS) =>
        tiers.map((tier) => of[tier][name].limit)
      const [low, middle, high] = across('sessions:read_report') as [number, number, number]
      ctx.expect(
        'LIM-019',
        'more reports on elevated than on standard, and no more on enterprise',
        low < middle && middle === high,
        [low, middle, high],
      )
      // What a custom organization has agreed on is its own affair, but for images and data subject requests.
      ctx.expect('RLC-004', 'as many reports on enterprise as on elevated', middle === high, [
        middle,
        high,
      ])
      for (const [requirement, name] of [
        ['LIM-020', 'sessions:read_image'],
        ['LIM-021', 'dsar:create'],
        ['RLC-011', 'dsar:create'],
      ] as const) {
        ctx.expect(
          requirement,
          `the same budget of ${name} on each tier`,
          new Set(across(name)).size === 1,
          across(name),
        )
      }
      for (const tier of TIERS) {
        const {
          reads,
          'sessions:read_report': reports,
          'dsar:create': subjects,
          ...others
        } = of[tier]
        ctx.expect('RLC-003', `fewer reports than reads on ${tier}`, reports.limit < reads.limit, [
          reports.limit,
          reads.limit,
        ])
        const rates = [reads, reports, ...Object.values(others)].map(
          ({ limit, window }) => limit / window,
        )
        ctx.expect(
          'RLC-011',
          `on ${tier} a lower rate than in any other class`,
          subjects.limit / subjects.window < Math.min(...rates),
          subjects,
        )
      }
    },
  },
  {
    id: 'limits.own-counters',
    area: 'limits',
    requirements: ['LIM-005'],
    level: 'must',
    needs: {
      credentials: [],
      states: ['organization', 'key'],
      features: ['sessions', 'rate_limits'],
    },
    why: 'A job that goes wild must not stop the backend beside it.',
    async run(ctx) {
      const { organization, key } = await reach(ctx, 'organization', {})
      const { key: other } = await reach(ctx, 'key', { organization })
      const list = (as: string) =>
        ctx.step('list sessions', { method: 'GET', path: '/v1/sessions', as: { key: as } })
      const create = (as: string) =>
        ctx.step('create a session', {
          method: 'POST',
          path: '/v1/sessions',
          as: { key: as },
          json: ctx.sessionFields('home.test'),
        })
      for (let i = 0; i < 3; i++) await list(key)
      for (const [label, answer] of [
        ['a first read with another key', await list(other)],
        ['a first creation with a key that has read', await create(key)],
      ] as const) {
        const rate = rateOf(answer)
        ctx.expect(
          'LIM-005',
          `nothing but itself to be counted in the answer to ${label}`,
          rate !== undefined && rate.limit - rate.remaining <= 1,
          rate,
        )
      }
    },
  },
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
    why: 'A client that is refused reads here until when, and by what it was stopped; by a guess it comes back too early.',
    async run(ctx) {
      const { organization, key: full } = await reach(ctx, 'organization', {})
      const { key } = await reach(ctx, 'key', { organization, scopes: ['sessions:write'] })
      const create = {
        method: 'POST',
        path: '/v1/sessions',
        as: { key },
        json: ctx.sessionFields('home.test'),
      } as const
      let seen = await usedUpAWhile(ctx, create, full)
      // Nothing is seen where a new window began meanwhile; in that one there is time.
      if (seen.rolled) seen = await usedUpAWhile(ctx, create, full)
      const { refusal, budget, taken, left, beside, again, rolled } = seen
      ctx.expect(
        'LIM-008',
        `${budget} requests in the window, as X-RateLimit-Limit says`,
        taken === budget,
        taken,
      )
      ctx.expect(
        'LIM-023',
        'X-RateLimit-Remaining 0 on the last answer before the refusal',
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
        again.status === 429 || rolled,
        statusAndCode(again),
      )
      const [end, later] = [refusal, again].map((one) =>
        at(one.json, 'error', 'details', 'reset_at'),
      )
      if (again.status === 429 && !rolled)
        ctx.expect(
          'LIM-026',
          `the same reset_at a little later, ${String(end)}`,
          later === end,
          later,
        )
      const list = await ctx.step('list sessions with the key that is used up', {
        method: 'GET',
        path: '/v1/sessions',
        as: { key },
        keeps429: 'class',
      })
      ctx.expect('LIM-007', 'no 429 in another class', list.status !== 429, statusAndCode(list))
    },
  },
  {
    id: 'limits.tiers',
    area: 'limits',
    requirements: ['LIM-014', 'LIM-016', 'LIM-030'],
    level: 'must',
    needs: {
      credentials: [],
      states: ['organization'],
      features: ['sessions', 'applicants', 'data_subject_requests', 'rate_limits'],
    },
    why: 'The tier in a refusal tells an integrator whether it was the right account that was stopped.',
    async run(ctx) {
      for (const tier of [undefined, ...TIERS]) {
        const { key } = await reach(ctx, 'organization', tier === undefined ? {} : { tier })
        // The lowest budget that there is.
        const { refusal } = await useUp(
          ctx,
          'ask for the data of an applicant',
          await subjectRequest(ctx, key),
        )
        const got = at(refusal.json, 'error', 'details', 'tier')
        ctx.expect('LIM-030', 'details.tier, a text', typeof got === 'string', got)
        if (tier === undefined)
          ctx.expect('LIM-016', 'the tier standard for a new organization', got === 'standard', got)
        else ctx.expect('LIM-014', `the tier ${tier}`, got === tier, got)
      }
    },
  },
  {
    id: 'limits.after-the-reset',
    area: 'limits',
    requirements: ['ERR-025', 'LIM-008'],
    level: 'must',
    slow: true,
    needs: { credentials: [], states: ['organization'], features: ['sessions', 'rate_limits'] },
    why: 'Whoever waits as told has to get through, with a whole budget, or a queue never drains.',
    async run(ctx) {
      const { key } = await reach(ctx, 'organization', {})
      const create = {
        method: 'POST',
        path: '/v1/sessions',
        as: { key },
        json: ctx.sessionFields('home.test'),
      } as const
      const { refusal, budget } = await useUp(ctx, 'create a session', create)
      const reset = at(refusal.json, 'error', 'details', 'reset_at')
      if (typeof reset !== 'number')
        throw new Broken({
          requirement: 'LIM-026',
          expected: 'details.reset_at',
          got: shown(reset),
        })
      // One more, as the clock of the answer has whole seconds.
      await sleep(Math.min(62, Math.max(0, secondsLeft(refusal, reset, 60) ?? 60) + 1))
      const answer = await ctx.step('create one after the reset', { ...create, keeps429: 'class' })
      ctx.expect(
        'ERR-025',
        '2xx',
        answer.status >= 200 && answer.status < 300,
        statusAndCode(answer),
      )
      const left = rateOf(answer)?.remaining
      ctx.expect('LIM-008', 'the whole budget, less this one', left === budget - 1, left)
    },
  },
]

/** What a refusal says of the window of sessions:create. */
function expectDetails(ctx: Context, refusal: Answer, budget: number): void {
  const details = at(refusal.json, 'error', 'details')
  const [reset, limit, window, name] = ['reset_at', 'limit', 'window_seconds', 'route_class'].map(
    (member) => at(details, member),
  )
  const rate = rateOf(refusal)
  ctx.expect(
    'LIM-026',
    `details.reset_at, a whole number of epoch seconds within a minute of ${Math.floor(Date.now() / 1000)}`,
    secondsLeft(refusal, reset, 60) !== undefined,
    reset,
  )
  ctx.expect('LIM-027', `details.limit ${budget}`, limit === budget, limit)
  ctx.expect('LIM-028', 'details.window_seconds 60', window === 60, window)
  ctx.expect('LIM-029', 'details.route_class, a text', typeof name === 'string', name)
  for (const requirement of ['LIM-017', 'SCO-011']) {
    ctx.expect(
      requirement,
      'the class sessions:create, which is no scope of this key',
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

/** Uses a budget up, and asks again after a while, with another key, too. */
async function usedUpAWhile(ctx: Context, create: StepRequest, otherKey: string) {
  const used = await useUp(ctx, 'create a session', create)
  const reset = at(used.refusal.json, 'error', 'details', 'reset_at')
  const left = secondsLeft(used.refusal, reset, 60) ?? 60
  const refused = performance.now()
  const [beside] = await Promise.all([
    ctx.step('create one with another key', {
      ...create,
      as: { key: otherKey },
      keeps429: 'class',
    }),
    sleep(TRICKLE_SECONDS),
  ])
  const again = await ctx.step('create one a little later', { ...create, keeps429: 'class' })
  // The Date header has no fractions.
  return { ...used, beside, again, rolled: (performance.now() - refused) / 1000 > left - 1 }
}

async function readsOf(ctx: Context, key: string): Promise<number | undefined> {
  return rateOf(
    await ctx.step('list sessions with a key beside', {
      method: 'GET',
      path: '/v1/sessions',
      as: { key },
    }),
  )?.limit
}

/** The budget of each class, from headers alone: a refused request has them like any other. @throws {Blocked} */
async function budgetsOf(ctx: Context, key: string): Promise<Budgets> {
  const as = { key }
  const created = await ctx.setUp('create a session', {
    method: 'POST',
    path: '/v1/sessions',
    as,
    json: ctx.sessionFields('home.test'),
  })
  const path = sessionPath(sessionIdIn(created))
  const answers: Record<RouteClass, Answer> = {
    'sessions:create': created,
    'sessions:read_report': await ctx.step('ask for its report', {
      method: 'GET',
      path: `${path}/report.pdf`,
      as,
    }),
    'sessions:read_image': await ctx.step('ask for its front', {
      method: 'GET',
      path: `${path}/idv-image/front`,
      as,
    }),
    'idv:create': await ctx.step('scan nothing', {
      method: 'POST',
      path: '/v1/id-verification',
      as,
      json: {},
    }),
    'applicants:create': await ctx.step('create nobody', {
      method: 'POST',
      path: '/v1/applicants',
      as,
      json: {},
    }),
    'dsar:create': await ctx.step('ask for nothing', {
      method: 'POST',
      path: '/v1/data_subject_requests',
      as,
      json: {},
    }),
    reads: await ctx.step('retrieve it', { method: 'GET', path, as }),
    global: await ctx.step('mint a token', { method: 'POST', path: `${path}/browser_token`, as }),
  }
  return Object.fromEntries(
    Object.entries(answers).map(([name, answer]) => {
      const rate = rateOf(answer)
      if (!rate) {
        throw new Broken({
          requirement: 'LIM-022',
          expected: `the budget of ${name} in the headers of each answer`,
          got: rateInWords(answer),
        })
      }
      return [name, rate]
    }),
  ) as unknown as Budgets
}
