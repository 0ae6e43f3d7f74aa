import type { Check, Context } from '../../check/check.ts'
import { pollUntil } from '../../check/eventually.ts'
import {
  about,
  bodyOf,
  CANCELLED,
  COMPLETED,
  deliveryOf,
  REVIEW,
  SECONDS_OF_SILENCE,
  sessionOf,
  subscribe,
  type Subscribed,
  cancelledSession,
} from '../../check/resources/events.ts'
import { subscriptionChange, unshownChange } from '../../check/resources/subscription-change.ts'
import { reach } from '../../check/states.ts'
import type { JsonObject } from '../../http/json.ts'
import type { Hook } from '../../receiver/hooks.ts'
import type { Delivery } from '../../receiver/receiver.ts'

const EXPIRED = 'kyc.session.expired'
const FLAGGED = 'kyc.session.form_flagged'
const DECLINED = 'kyc.session.document_declined'
const NEEDS = { features: ['webhooks', 'sessions'], credentials: [], webhooks: true } as const

/** Each event type, and the requirement that says when it is delivered. */
const TYPES = {
  [COMPLETED]: 'EVT-003',
  [CANCELLED]: 'EVT-004',
  [REVIEW]: 'EVT-005',
  [FLAGGED]: 'EVT-006',
  [EXPIRED]: 'EVT-009',
  'kyc.session.document_signed': 'EVT-012',
  [DECLINED]: 'EVT-014',
} as const
type Type = keyof typeof TYPES

/** What happens to a session, and its events: the last one comes in any case. */
const FLOWS: readonly [label: string, params: JsonObject, events: readonly Type[]][] = [
  [
    'approved by rules',
    { status: 'completed', outcome: 'approved', decided_by: 'rules' },
    [COMPLETED],
  ],
  [
    'declined by rules',
    { status: 'completed', outcome: 'declined', decided_by: 'rules' },
    [COMPLETED],
  ],
  [
    'approved by a reviewer',
    { status: 'completed', outcome: 'approved', decided_by: 'reviewer' },
    [REVIEW, COMPLETED],
  ],
  [
    'ended by its applicant',
    { status: 'completed', outcome: 'declined', decided_by: 'applicant' },
    [COMPLETED],
  ],
  ['cancelled', { status: 'cancelled' }, [CANCELLED]],
  ['parked for review', { status: 'awaiting_review' }, [REVIEW]],
  ['expired unfinished', { status: 'expired', from: 'open' }, [EXPIRED]],
  ['expired in review', { status: 'expired', from: 'awaiting_review' }, [REVIEW, EXPIRED]],
]

/**
 * Events that belong to one way to reach a state: a flagged form leads to a review, and an applicant
 * ends a session by declining to sign.
 */
const mayDiffer = (type: Type, events: readonly Type[], { decided_by }: JsonObject): boolean =>
  (type === FLAGGED && events.includes(REVIEW)) || (type === DECLINED && decided_by === 'applicant')

/** Checks that an organization received no event of sessions of another one. */
export function expectNoForeignEvents(
  ctx: Context,
  { hook }: Subscribed,
  foreign: readonly string[],
): void {
  const isForeign = (delivery: Delivery): boolean => foreign.some((id) => about(id)(delivery))
  const strange = hook.deliveries.filter(isForeign).map(bodyOf)
  ctx.expect('EVT-001', 'no event of another organization', strange.length === 0, strange)
}

/** Events that a session must not send. */
export const exactEventChecks: readonly Check[] = [
  {
    id: 'webhooks.no-other-events',
    area: 'webhooks',
    long: true,
    requirements: ['EVT-001', ...Object.values(TYPES)],
    level: 'must',
    needs: { ...NEEDS, states: ['webhook_subscription', 'session'] },
    why: 'A receiver that acts on each event admits or rejects the applicant a second time.',
    async run(ctx) {
      const first = await subscribe(ctx, { events: [COMPLETED] })
      const { organization } = first
      const bystander = await subscribe(ctx, { events: Object.keys(TYPES) })
      // The type of a body is optional, so each type has its own receiver.
      const hooks = new Map<Type, Hook>([[COMPLETED, first.hook]])
      for (const type of Object.keys(TYPES) as Type[])
        if (!hooks.has(type))
          hooks.set(type, (await subscribe(ctx, { organization, events: [type] })).hook)
      const sessions: { id: string; label: string; params: JsonObject; events: readonly Type[] }[] =
        []
      for (const [label, params, events] of FLOWS) {
        const { session_id: id } = await reach(
          ctx,
          'session',
          { ...params, organization },
          'session_id',
        )
        sessions.push({ id, label, params, events })
      }
      for (const { id, events } of sessions) {
        const last = events.at(-1)!
        await deliveryOf(hooks.get(last)!, last, about(id))
      }
      const own = await sessionOf(ctx, bystander.key, {})
      await reach(ctx, 'session', {
        organization: bystander.organization,
        session_id: own,
        status: 'cancelled',
      })
      await deliveryOf(bystander.hook, CANCELLED, about(own))
      await first.hook.wait(() => false, SECONDS_OF_SILENCE)
      expectNoForeignEvents(
        ctx,
        bystander,
        sessions.map(({ id }) => id),
      )
      for (const [type, { deliveries }] of hooks) {
        for (const { id, label, params, events } of sessions) {
          if (mayDiffer(type, events, params)) continue
          const bodies = deliveries.filter(about(id))
          const isDue = events.includes(type)
          // The same event may arrive twice (GAP-DELIVERY-ORDER), with the same bytes.
          const different = new Set(bodies.map(({ body }) => body.toString()))
          ctx.expect(
            TYPES[type],
            `${isDue ? 'one event' : 'no event'} ${type} of a session that was ${label}`,
            different.size <= (isDue ? 1 : 0),
            bodies.map(bodyOf),
          )
        }
      }
    },
  },
  {
    id: 'webhooks.cancelled-once',
    area: 'webhooks',
    requirements: ['EVT-004'],
    level: 'must',
    needs: { ...NEEDS, states: ['webhook_subscription'], routes: ['cancel_session'] },
    why: 'A client repeats a request whose response was lost; receivers must not count it twice.',
    async run(ctx) {
      const { hook, key } = await subscribe(ctx, { events: [CANCELLED] })
      const id = await sessionOf(ctx, key, {})
      const request = { ...ctx.route('cancel_session', id), as: { key } }
      await ctx.setUp('cancel a session', request)
      await deliveryOf(hook, CANCELLED, about(id))
      await ctx.step('cancel it again', request)
      await hook.wait(() => false, SECONDS_OF_SILENCE)
      const bodies = new Set(hook.deliveries.filter(about(id)).map(({ body }) => body.toString()))
      ctx.expect('EVT-004', 'one event of the session', bodies.size === 1, [...bodies])
    },
  },
  {
    id: 'webhooks.changed-types',
    area: 'webhooks',
    requirements: ['SUB-003'],
    level: 'must',
    needs: {
      ...NEEDS,
      states: ['webhook_subscription', 'session'],
      routes: ['update_webhook_subscription'],
    },
    why: 'A receiver that is not ready for a type is told so by a change of the list.',
    async run(ctx) {
      const subscribed = await subscribe(ctx, { events: [CANCELLED] })
      const { hook, key, organization } = subscribed
      const changed = await ctx.step(
        'choose two other types',
        subscriptionChange(ctx, subscribed, [CANCELLED], { events: [COMPLETED, EXPIRED] }),
      )
      const unshown = await unshownChange(ctx, subscribed, changed, ['events', COMPLETED])
      if (unshown !== undefined) {
        ctx.observe('GAP-SUBSCRIPTION-ROUTES', `not judged: ${unshown}`)
        return
      }
      const ended = async () => {
        const session_id = await sessionOf(ctx, key, {})
        const end = { status: 'completed', outcome: 'approved', decided_by: 'rules' }
        await reach(ctx, 'session', { organization, session_id, ...end })
        return session_id
      }
      // A sender may keep a subscription for some seconds.
      await pollUntil(
        async () => hook.wait(about(await ended()), SECONDS_OF_SILENCE),
        (delivery) => delivery !== undefined,
        // Each repeat also waits for the delivery.
        3,
      )
      const cancelled = await cancelledSession(ctx, { key, organization })
      const lapsed = await sessionOf(ctx, key, {})
      const end = { status: 'expired', from: 'open' }
      await reach(ctx, 'session', { organization, session_id: lapsed, ...end })
      for (const [type, id] of [
        [COMPLETED, await ended()],
        [EXPIRED, lapsed],
      ] as const) {
        const wanted = await hook.wait(about(id))
        ctx.expect(
          'SUB-003',
          `a delivery of ${type}, chosen by a change`,
          wanted !== undefined,
          'none came',
        )
      }
      const strange = await hook.wait(about(cancelled), SECONDS_OF_SILENCE)
      ctx.expect(
        'SUB-003',
        `no delivery of ${CANCELLED}, which the change dropped`,
        strange === undefined,
        strange && bodyOf(strange),
      )
    },
  },
]
