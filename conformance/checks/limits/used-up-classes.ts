import type { Check, Context } from '../../check/check.ts'
import { expectEnvelope } from '../../check/error-body.ts'
import { expectRefusal, statusAndCode } from '../../check/idioms.ts'
import { Unreachable } from '../../check/outcome.ts'
import { expectRateHeaders, rateOf, RATE_HEADERS, useUp } from '../../check/rate.ts'
import type { RouteClass } from '../../check/route-class.ts'
import { reach } from '../../check/states.ts'
import type { Answer } from '../../http/answer.ts'
import { at } from '../../http/json.ts'
import { type ClassRequests, requestsOf } from './class-requests.ts'

const TIERS = ['standard', 'elevated', 'enterprise', 'custom'] as const
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
      'LIM-014',
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
        'workflow_templates',
        'rate_limits',
      ],
    },
    why: 'Nightly jobs fail if a class has no limit, or if its refusal names another class.',
    async run(ctx) {
      const { key, session_id: id } = await reach(
        ctx,
        'session_with_images',
        { artifacts: ['portrait', 'front'] },
        'session_id',
      )
      // Concurrent, because each uses up the budget of a different class.
      const ends = await Promise.all(
        (await requestsOf(ctx, key, id)).map((one) => expectEnd(ctx, one)),
      )
      await expectLogRefused(ctx, key, new Map(ends))
    },
  },
]

/** @returns the class, and the end of the window in which it was used up */
async function expectEnd(
  ctx: Context,
  { name, request, others }: ClassRequests,
): Promise<[RouteClass, number | undefined]> {
  const used = await useUp(ctx, `request in ${name}`, request).catch((error: unknown) => {
    // A budget that is too large to use up does not prevent the other classes from being checked.
    if (error instanceof Unreachable) return undefined
    throw error
  })
  if (!used) return [name, undefined]
  const { refusal, budget, taken, first, left } = used
  if (refusal.status === 429) await expectOthers(ctx, name, others, refusal)
  // The setup of the state may have used a part of the budget.
  ctx.expect(
    'LIM-008',
    `as many requests of ${name} as the first response announced: itself and ${first} more`,
    first !== undefined && first < budget && taken === first + 1,
    taken,
  )
  ctx.expect('LIM-023', `0 remaining before the refusal of ${name}`, left === 0, left)
  const refused = expectRefusal(ctx, refusal, {
    status: 429,
    code: 'rate_limit_exceeded',
    requirements: ['ERR-024'],
  })
  expectRateHeaders(ctx, `one more request in ${name}`, refusal)
  expectEnvelope(ctx, refusal)
  const { reset, remaining } = rateOf(refusal) ?? {}
  if (!refused) return [name, undefined]
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
  ctx.expect(
    'LIM-014',
    `details.tier ${TIERS.join(', ')} in the refusal of ${name}`,
    (TIERS as readonly unknown[]).includes(tier),
    tier,
  )
  ctx.expect('LIM-023', `0 remaining on the refusal of ${name}`, remaining === 0, remaining)
  return [name, reset]
}

/**
 * Judges that the delivery log is refused. It counts in one of two classes
 * (GAP-WEBHOOK-EVENTS-CLASS), and both are used up.
 */
async function expectLogRefused(
  ctx: Context,
  key: string,
  ends: ReadonlyMap<RouteClass, number | undefined>,
): Promise<void> {
  const [reads, global] = [ends.get('reads'), ends.get('global')]
  if (reads === undefined || reads !== global) return
  const request = { method: 'GET', path: '/v1/webhook-events', as: { key } } as const
  const answer = await ctx.step('read the delivery log', { ...request, keeps429: 'class' })
  if (hasRolled(reads, answer)) return
  ctx.expect(
    'ERR-024',
    '429 for the delivery log when reads and global are used up',
    answer.status === 429,
    statusAndCode(answer),
  )
}

/** Judges that the other routes of a used-up class are refused too until its window ends. */
async function expectOthers(
  ctx: Context,
  name: RouteClass,
  others: ClassRequests['others'],
  refusal: Answer,
): Promise<void> {
  for (const [label, request] of others) {
    const answer = await ctx.step(`request another route of ${name}`, {
      ...request,
      keeps429: 'class',
    })
    if (hasRolled(rateOf(refusal)?.reset, answer)) return
    const routeClass = at(answer.json, 'error', 'details', 'route_class')
    ctx.expect(
      'LIM-017',
      `429 with the class ${name} on ${label} too`,
      answer.status === 429 && routeClass === name,
      `${statusAndCode(answer)} ${String(routeClass ?? '')}`,
    )
  }
}

/** Whether a new window has begun. A request is then admitted, whatever its status. */
function hasRolled(reset: number | undefined, answer: Answer): boolean {
  const now = rateOf(answer)?.reset
  return answer.status !== 429 && now !== undefined && now !== reset
}
