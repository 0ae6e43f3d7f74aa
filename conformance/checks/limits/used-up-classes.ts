import type { Check, Context } from '../../check/check.ts'
import { expectEnvelope } from '../../check/error-body.ts'
import { expectRefusal, statusAndCode } from '../../check/idioms.ts'
import {
  expectRateHeaders,
  rateOf,
  RATE_HEADERS,
  exhaustBudget,
  type Repeatable,
  throwUnused,
  type Unused,
  unusedOf,
  whileExhausted,
} from '../../check/rate.ts'
import type { RouteClass } from '../../check/route-class.ts'
import { reach } from '../../check/states.ts'
import { expectWindowEnd } from '../../check/window-end.ts'
import { at } from '../../http/json.ts'
import { type ClassRequests, requestsOf } from './class-requests.ts'
import { otherPlanesChecks } from './other-planes.ts'

const TIERS = ['standard', 'elevated', 'enterprise', 'custom'] as const
const DAY_SECONDS = 86_400

export const usedUpClassChecks: readonly Check[] = [
  ...otherPlanesChecks,
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
      'LIM-005',
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
      optionalStates: ['key'],
      features: ['sessions', 'applicants', 'evidence_images', 'browser_tokens', 'rate_limits'],
      optionalFeatures: [
        'reports',
        'id_scan',
        'data_subject_requests',
        'workflow_templates',
        'billing',
        'delivery_log',
      ],
    },
    why: 'Nightly jobs fail if a class has no limit, or if its refusal names another class.',
    async run(ctx) {
      const {
        organization,
        key,
        session_id: session,
      } = await reach(
        ctx,
        'session_with_images',
        { artifacts: ['portrait', 'front'] },
        'session_id',
      )
      // If the provider can make another key, it creates the records: with this key they count in
      // classes that are used up.
      const maker = ctx.offers('key') ? (await reach(ctx, 'key', { organization })).key : key
      const { session_id: second } = await reach(
        ctx,
        'session_with_images',
        { organization, artifacts: ['portrait', 'front'] },
        'session_id',
      )
      const classes = await requestsOf(ctx, { key, session, second, maker })
      const isSubject = ({ name }: ClassRequests) => name === 'dsar:create'
      const ends = new Map<ClassRequests, End>()
      const useUp = (some: readonly ClassRequests[]) =>
        Promise.all(some.map(async (one) => ends.set(one, await expectEnd(ctx, one))))
      await useUp(classes.filter(isSubject))
      // Concurrent, because each uses up the budget of a different class.
      await useUp(classes.filter((one) => !isSubject(one)))
      const usedUp = classes.filter((one) => ends.get(one) === 'refused')
      if (maker !== key) await expectOtherKeyAdmitted(ctx, maker, usedUp)
      await expectLogRefused(ctx, key, usedUp)
      throwUnused(classes.flatMap((one) => unusedIn(ends.get(one))))
    },
  },
]

/** Whether a budget is used up, or the reason why it could not be. */
type End = 'refused' | 'not refused' | Unused

const unusedIn = (end: End | undefined): Unused[] =>
  end === undefined || typeof end === 'string' ? [] : [end]

/** Uses up one class and judges the refusals. */
async function expectEnd(ctx: Context, { name, request, others }: ClassRequests): Promise<End> {
  // The other classes can still be judged.
  const used = await exhaustBudget(ctx, labelOf(name), request).catch(unusedOf)
  if (used instanceof Error) return used
  const { refusal, budget, taken, first, left } = used
  if (refusal.status === 429) await expectOthers(ctx, name, request, others)
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
  if (!refused) return 'not refused'
  const { remaining } = rateOf(refusal) ?? {}
  const [limit, window, routeClass, tier] = ['limit', 'window_seconds', 'route_class', 'tier'].map(
    (member) => at(refusal.json, 'error', 'details', member),
  )
  const seconds = name === 'dsar:create' ? DAY_SECONDS : 60
  ctx.expect(
    'LIM-027',
    `details.limit ${budget} of ${name}`,
    limit === budget,
    JSON.stringify(limit),
  )
  ctx.expect('LIM-028', `details.window_seconds ${seconds} of ${name}`, window === seconds, window)
  ctx.expect(
    'LIM-025',
    `X-RateLimit-Window ${seconds}`,
    rateOf(refusal)?.window === seconds,
    window,
  )
  for (const requirement of ['LIM-017', 'LIM-029'])
    ctx.expect(requirement, `details.route_class ${name}`, routeClass === name, routeClass)
  expectWindowEnd(ctx, 'LIM-024', `X-RateLimit-Reset of the refusal of ${name}`, {
    answer: refusal,
    reset: rateOf(refusal)?.reset,
    window: seconds,
  })
  ctx.expect('LIM-030', 'details.tier, a text', typeof tier === 'string', tier)
  ctx.expect(
    'LIM-014',
    `details.tier ${TIERS.join(', ')} in the refusal of ${name}`,
    (TIERS as readonly unknown[]).includes(tier),
    tier,
  )
  ctx.expect('LIM-023', `0 remaining on the refusal of ${name}`, remaining === 0, remaining)
  return 'refused'
}

/** Checks that the records of a used-up class can be read with a key that has read none of them. */
async function expectOtherKeyAdmitted(
  ctx: Context,
  key: string,
  usedUp: readonly ClassRequests[],
): Promise<void> {
  for (const { name, request } of usedUp) {
    if (!/read_(image|report)$/.test(name) || typeof request === 'function') continue
    const answer = await ctx.step(`${labelOf(name)} with another key`, {
      ...request,
      as: { key },
      keeps429: 'class',
    })
    ctx.expect(
      'LIM-005',
      `no 429 of ${name} for another key`,
      answer.status !== 429,
      statusAndCode(answer),
    )
  }
}

/**
 * Checks that the delivery log is refused. It counts in one of two classes
 * (GAP-WEBHOOK-EVENTS-CLASS), and both are used up.
 */
async function expectLogRefused(
  ctx: Context,
  key: string,
  usedUp: readonly ClassRequests[],
): Promise<void> {
  const budgets = usedUp
    .filter(({ name }) => name === 'reads' || name === 'global')
    .map(({ name, request }) => ({ label: labelOf(name), request }))
  if (budgets.length < 2 || !ctx.has('delivery_log')) return
  const answer = await whileExhausted(ctx, budgets, () =>
    ctx.step('read the delivery log', {
      method: 'GET',
      path: '/v1/webhook-events',
      as: { key },
      keeps429: 'class',
    }),
  )
  ctx.expect(
    'ERR-024',
    '429 for the delivery log when reads and global are used up',
    answer.status === 429,
    statusAndCode(answer),
  )
}

/** Checks that the other routes of a used-up class are refused too until its window ends. */
async function expectOthers(
  ctx: Context,
  name: RouteClass,
  usedUp: Repeatable,
  others: ClassRequests['others'],
): Promise<void> {
  const budget = { label: labelOf(name), request: usedUp }
  for (const [label, request] of others) {
    const answer = await whileExhausted(ctx, [budget], () =>
      ctx.step(`request another route of ${name}`, { ...request, keeps429: 'class' }),
    )
    const routeClass = at(answer.json, 'error', 'details', 'route_class')
    ctx.expect(
      'LIM-017',
      `429 with the class ${name} on ${label} too`,
      answer.status === 429 && routeClass === name,
      `${statusAndCode(answer)} ${String(routeClass ?? '')}`,
    )
  }
}

function labelOf(name: RouteClass): string {
  return `request in ${name}`
}
