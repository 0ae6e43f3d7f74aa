import type { Check, Context } from '../../check/check.ts'
import { sessionIdIn, sessionPath } from '../../check/idioms.ts'
import { Broken } from '../../check/outcome.ts'
import { describeRate, rateOf, exhaustBudget } from '../../check/rate.ts'
import { scanParts, scanRequest } from '../../check/resources/scan.ts'
import type { RouteClass } from '../../check/route-class.ts'
import { reach } from '../../check/states.ts'
import type { Answer } from '../../http/answer.ts'
import { at } from '../../http/json.ts'
import { subjectRequest } from './subject-request.ts'

const TIERS = ['standard', 'elevated', 'enterprise', 'custom'] as const
type Tier = (typeof TIERS)[number]
type Budgets = Record<RouteClass, { limit: number; window: number }>

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
    why: 'Higher tiers have higher budgets, except in flat classes.',
    async run(ctx) {
      const of = {} as Record<Tier, Budgets>
      for (const tier of TIERS) {
        const { organization, key } = await reach(ctx, 'organization', { tier })
        of[tier] = await budgetsOf(ctx, key)
        const beside = await reach(ctx, 'key', { organization })
        const reads = await readsOf(ctx, beside.key)
        ctx.expect(
          'LIM-015',
          `${of[tier].reads.limit} reads for another key of the organization too`,
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
      // Budgets of `custom` are negotiated, except those for images and data subject requests.
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
          `a lower rate on ${tier} than in any other class`,
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
    why: 'A runaway job must not stop the backend that uses another key.',
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
          `only one request counted in the response to ${label}`,
          rate !== undefined && rate.limit - rate.remaining <= 1,
          rate,
        )
      }
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
    why: 'The tier in a 429 tells an integrator whether the right account was limited.',
    async run(ctx) {
      for (const [i, tier] of [undefined, ...TIERS].entries()) {
        // Alternating modes tests refusals in both without using up more budgets.
        const mode = i % 2 === 0 ? 'test' : 'live'
        const { key } = await reach(ctx, 'organization', { mode, ...(tier && { tier }) })
        // Data subject requests have the smallest budget.
        const { refusal } = await exhaustBudget(ctx, 'request the data of an applicant', () =>
          subjectRequest(ctx, key),
        )
        const got = at(refusal.json, 'error', 'details', 'tier')
        ctx.expect('LIM-030', 'details.tier, a text', typeof got === 'string', got)
        if (tier === undefined)
          ctx.expect('LIM-016', 'the tier standard for a new organization', got === 'standard', got)
        else ctx.expect('LIM-014', `the tier ${tier}`, got === tier, got)
      }
    },
  },
]

async function readsOf(ctx: Context, key: string): Promise<number | undefined> {
  return rateOf(
    await ctx.step('list sessions with another key', {
      method: 'GET',
      path: '/v1/sessions',
      as: { key },
    }),
  )?.limit
}

/** Returns the budget of each class from the headers, which refused requests have too. @throws {Blocked} */
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
    'sessions:read_report': await ctx.step('request its report', {
      method: 'GET',
      path: `${path}/report.pdf`,
      as,
    }),
    'sessions:read_image': await ctx.step('request its front', {
      method: 'GET',
      path: `${path}/idv-image/front`,
      as,
    }),
    // A service may judge the content type before the credential, so the form is a valid one.
    'idv:create': await ctx.step('scan a document', scanRequest(as, scanParts(ctx))),
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
          got: describeRate(answer),
        })
      }
      return [name, rate]
    }),
  ) as unknown as Budgets
}
