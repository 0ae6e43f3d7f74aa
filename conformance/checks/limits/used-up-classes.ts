import type { Check, Context, StepRequest } from '../../check/check.ts'
import { expectEnvelope } from '../../check/error-body.ts'
import { expectRefusal, sessionPath } from '../../check/idioms.ts'
import { Unreachable } from '../../check/outcome.ts'
import { expectRateHeaders, rateOf, RATE_HEADERS, useUp } from '../../check/rate.ts'
import type { RouteClass } from '../../check/route-class.ts'
import { scanParts, scanRequest } from '../../check/scan.ts'
import { reach } from '../../check/states.ts'
import { at } from '../../http/json.ts'
import { subjectRequest } from './subject-request.ts'

const NAME = { family_name: 'Testperson', given_names: ['Una'] }
const DAY_SECONDS = 86_400

export const usedUpClassChecks: readonly Check[] = [
  {
    id: 'limits.each-class-used-up',
    area: 'limits',
    long: true,
    requirements: [
      'ENV-001',
      'ENV-002',
      'ENV-003',
      'ENV-004',
      'ERR-024',
      'LIM-008',
      'LIM-017',
      'LIM-027',
      'LIM-028',
      'LIM-029',
      'LIM-030',
      ...Object.values(RATE_HEADERS),
    ],
    level: 'must',
    needs: {
      credentials: [],
      states: ['session_with_images'],
      features: [
        'sessions',
        'applicants',
        'reports',
        'evidence_images',
        'id_scan',
        'browser_tokens',
        'data_subject_requests',
        'rate_limits',
      ],
    },
    why: 'A class without a limit, or with the name of another, breaks nightly jobs.',
    async run(ctx) {
      const { key, session_id: id } = await reach(
        ctx,
        'session_with_images',
        { artifacts: ['portrait', 'front'] },
        'session_id',
      )
      // Each in its own class, so that they stop no other.
      await Promise.all(
        (await requestsOf(ctx, key, id)).map(([name, request]) => expectEnd(ctx, name, request)),
      )
    },
  },
]

async function requestsOf(
  ctx: Context,
  key: string,
  id: string,
): Promise<[RouteClass, StepRequest][]> {
  const as = { key }
  const path = sessionPath(id)
  return [
    ['sessions:read_report', { method: 'GET', path: `${path}/report.pdf`, as }],
    ['sessions:read_image', { method: 'GET', path: `${path}/idv-image/portrait`, as }],
    ['idv:create', scanRequest(as, scanParts(ctx))],
    ['applicants:create', { method: 'POST', path: '/v1/applicants', as, json: NAME }],
    ['dsar:create', await subjectRequest(ctx, key)],
    ['reads', { method: 'GET', path, as }],
    ['global', { method: 'POST', path: `${path}/browser_token`, as }],
  ]
}

async function expectEnd(ctx: Context, name: RouteClass, request: StepRequest): Promise<void> {
  const used = await useUp(ctx, `ask in ${name}`, request).catch((error: unknown) => {
    // A budget that is too large to be used up here says nothing of the others.
    if (error instanceof Unreachable) return undefined
    throw error
  })
  if (!used) return
  const { refusal, budget, taken, first, left } = used
  // Making the state may have taken some of the budget before.
  ctx.expect(
    'LIM-008',
    `as many requests of ${name} as the first answer said: itself and ${first} more`,
    first !== undefined && first < budget && taken === first + 1,
    taken,
  )
  ctx.expect('LIM-023', `0 left before the refusal of ${name}`, left === 0, left)
  const refused = expectRefusal(ctx, refusal, {
    status: 429,
    code: 'rate_limit_exceeded',
    requirements: ['ERR-024'],
  })
  expectRateHeaders(ctx, `one more of ${name}`, refusal)
  expectEnvelope(ctx, refusal)
  if (!refused) return
  const [limit, window, routeClass, tier] = ['limit', 'window_seconds', 'route_class', 'tier'].map(
    (member) => at(refusal.json, 'error', 'details', member),
  )
  const seconds = name === 'dsar:create' ? DAY_SECONDS : 60
  ctx.expect('LIM-027', `details.limit ${budget} of ${name}`, limit === budget, limit)
  ctx.expect('LIM-028', `details.window_seconds ${seconds} of ${name}`, window === seconds, window)
  ctx.expect(
    'LIM-025',
    `X-RateLimit-Window ${seconds}`,
    rateOf(refusal)?.window === seconds,
    window,
  )
  for (const requirement of ['LIM-017', 'LIM-029'])
    ctx.expect(requirement, `details.route_class ${name}`, routeClass === name, routeClass)
  ctx.expect('LIM-030', 'details.tier, a text', typeof tier === 'string', tier)
}
