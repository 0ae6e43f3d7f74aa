import type { Check, Context } from '../../check/check.ts'
import {
  bodyOf,
  CANCELLED,
  COMPLETED,
  deliveryOf,
  isEvent,
  subscribe,
} from '../../check/resources/events.ts'
import { reach } from '../../check/states.ts'
import type { JsonObject } from '../../http/json.ts'
import type { RegionName } from '../../target/target.ts'
import { expectTransport } from './event-body.ts'

const PARKED = 'kyc.session.manual_review_requested'
const EXPIRED = 'kyc.session.expired'
const MEMBERS = ['sessionId', 'status', 'outcome', 'occurredAt']

interface Announced {
  type: string
  params: JsonObject
  /** Source of the decision, if there was one. */
  source?: 'automatic' | 'reviewer'
}

const APPROVED = { status: 'completed', outcome: 'approved' }

const DECIDED: Announced = {
  type: COMPLETED,
  params: { ...APPROVED, decided_by: 'rules' },
  source: 'automatic',
}
const DENIED: Announced = {
  type: COMPLETED,
  params: { status: 'completed', outcome: 'declined', decided_by: 'reviewer' },
  source: 'reviewer',
}
const WITHDRAWN: Announced = { type: CANCELLED, params: { status: 'cancelled' } }

const ANNOUNCED: readonly Announced[] = [
  DECIDED,
  { type: COMPLETED, params: { ...APPROVED, decided_by: 'reviewer' }, source: 'reviewer' },
  DENIED,
  WITHDRAWN,
  { type: PARKED, params: { status: 'awaiting_review' } },
  { type: EXPIRED, params: { status: 'expired', from: 'open' } },
]

const SHARED: Pick<Check, 'area' | 'requirements' | 'level'> = {
  area: 'webhooks',
  requirements: [
    'EVB-001',
    'EVB-002',
    'EVB-006',
    'EVB-008',
    'EVB-009',
    'EVB-010',
    'EVB-018',
    'EVT-001',
    'EVT-002',
    'HDR-001',
    'HDR-002',
    'STA-004',
    'STA-005',
    'VER-003',
  ],
  level: 'must',
}

const NEEDS = {
  features: ['webhooks', 'sessions'],
  credentials: [],
  states: ['webhook_subscription', 'session'],
  webhooks: true,
} as const

/** Events of live mode, and of the other region. */
export const planeEventChecks: readonly Check[] = [
  {
    ...SHARED,
    id: 'webhooks.live-events',
    needs: NEEDS,
    why: 'A receiver that gets `test` ignores a real applicant.',
    async run(ctx) {
      for (const one of ANNOUNCED) await expectEvent(ctx, ctx.home, 'live', one)
    },
  },
  {
    ...SHARED,
    id: 'webhooks.events-of-the-other-region',
    needs: { ...NEEDS, regions: ['other'] },
    why: 'Receivers are tested in one region, and serve both.',
    async run(ctx) {
      for (const mode of ['test', 'live'] as const)
        for (const one of ANNOUNCED) await expectEvent(ctx, ctx.other, mode, one)
    },
  },
]

/** Judges the event of a session in one plane. */
async function expectEvent(
  ctx: Context,
  region: RegionName,
  mode: 'test' | 'live',
  { type, params, source }: Announced,
): Promise<void> {
  const place = { region, mode }
  // A subscription for each type, because a review event may precede the decision.
  const { hook, secret, organization } = await subscribe(ctx, { ...place, events: [type] })
  const { session_id: id } = await reach(
    ctx,
    'session',
    { ...place, organization, ...params },
    'session_id',
  )
  const where = `in ${region}, ${mode}`
  const delivery = await deliveryOf(hook, `${type} ${where}`, isEvent)
  expectTransport(ctx, delivery, hook.signature(delivery, secret))
  const body = bodyOf(delivery)
  ctx.expect(
    'EVB-001',
    `${MEMBERS.join(', ')} ${where}`,
    MEMBERS.every((name) => Object.hasOwn(body, name)),
    body,
  )
  const { outcome, sessionId, decisionSource } = body
  ctx.expect('EVB-002', `the id of the verification ${where}`, sessionId === id, sessionId)
  const wanted = source ? params['outcome'] : null
  ctx.expect(
    source ? 'STA-004' : 'EVB-006',
    `outcome ${String(wanted)} ${where}`,
    outcome === wanted,
    outcome,
  )
  for (const [requirement, name, stated] of [
    ['EVB-008', 'mode', mode],
    ['EVB-009', 'type', type],
  ] as const) {
    const got = body[name]
    ctx.expect(requirement, `the ${name} ${stated}, or none`, (got ?? stated) === stated, got)
  }
  for (const requirement of source ? ['STA-005', 'EVB-010'] : ['EVB-018'])
    ctx.expect(
      requirement,
      source ? `decisionSource ${source} ${where}` : `no decisionSource ${where}`,
      decisionSource === source,
      decisionSource,
    )
}
