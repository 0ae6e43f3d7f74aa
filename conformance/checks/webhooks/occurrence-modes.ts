import type { Check } from '../../check/check.ts'
import {
  about,
  bodyOf,
  CANCELLED,
  deliveryOf,
  SECONDS_OF_SILENCE,
  subscribe,
} from '../../check/resources/events.ts'
import { EVENT_TYPES, OCCURRENCES, RESERVED } from '../../check/resources/event-types.ts'
import { Blocked } from '../../check/outcome.ts'
import { reach } from '../../check/states.ts'
import type { Delivery } from '../../receiver/receiver.ts'

/**
 * Events of each type at one endpoint, and modes of events in the course of a session;
 * `webhooks.test-events-to-test-endpoints` judges the modes of the others.
 */
export const occurrenceModeChecks: readonly Check[] = [
  {
    id: 'webhooks.occurrences-of-one-mode',
    area: 'webhooks',
    long: true,
    requirements: ['PLN-030'],
    level: 'must',
    needs: {
      features: ['webhooks'],
      credentials: [],
      webhooks: true,
      states: ['organization', 'webhook_subscription', 'event'],
    },
    why: 'A test receiver that gets the signatures of real contracts holds live data.',
    async run(ctx) {
      const { organization } = await reach(ctx, 'organization', {})
      const test = await subscribe(ctx, { organization, events: OCCURRENCES })
      const live = await subscribe(ctx, { organization, mode: 'live', events: OCCURRENCES })
      const ids: string[] = []
      for (const type of OCCURRENCES) {
        const params = { organization, mode: 'live', type }
        const { session_id: id } = await reach(ctx, 'event', params, 'session_id')
        if (!(await live.hook.wait(about(id)))) throw new Blocked(`no live ${type} was delivered`)
        ids.push(id)
      }
      const strange = await test.hook.wait(
        (delivery) => ids.some((id) => about(id)(delivery)),
        SECONDS_OF_SILENCE,
      )
      ctx.expect(
        'PLN-030',
        'no live event at the test endpoint',
        strange === undefined,
        strange && bodyOf(strange),
      )
    },
  },
  {
    id: 'webhooks.live-events-without-live-endpoints',
    area: 'webhooks',
    long: true,
    requirements: ['PLN-030'],
    level: 'must',
    needs: {
      features: ['webhooks'],
      credentials: [],
      webhooks: true,
      states: ['organization', 'webhook_subscription', 'session'],
    },
    why: 'An organization that has no live receiver yet must not get live data at its test receiver.',
    async run(ctx) {
      const { organization } = await reach(ctx, 'organization', {})
      const { hook } = await subscribe(ctx, { organization, events: [CANCELLED] })
      const cancelled = { organization, status: 'cancelled' }
      const live = { ...cancelled, mode: 'live' }
      const { session_id: id } = await reach(ctx, 'session', live, 'session_id')
      const later = await reach(ctx, 'session', cancelled, 'session_id')
      await deliveryOf(hook, CANCELLED, about(later.session_id))
      const strange = await hook.wait(about(id), SECONDS_OF_SILENCE)
      ctx.expect(
        'PLN-030',
        'no live event at the only endpoint, of test mode',
        strange === undefined,
        strange && bodyOf(strange),
      )
    },
  },
  {
    id: 'webhooks.every-type-at-one-endpoint',
    area: 'webhooks',
    long: true,
    requirements: ['SUB-003', 'EVT-019'],
    level: 'must',
    needs: {
      features: ['webhooks'],
      credentials: [],
      webhooks: true,
      states: ['webhook_subscription', 'event'],
    },
    why: 'A subscription that silently keeps only some of many types loses the events of the others.',
    async run(ctx) {
      const events = ctx.shuffle(EVENT_TYPES)
      const { hook, organization } = await subscribe(ctx, { events })
      for (const type of events.filter((one) => one !== RESERVED)) {
        const { session_id: id } = await reach(ctx, 'event', { organization, type }, 'session_id')
        // The session of an occurrence may also end or be parked. The type of a body is optional.
        const isOfType = (delivery: Delivery): boolean =>
          about(id)(delivery) && (bodyOf(delivery)['type'] ?? type) === type
        const delivery = await hook.wait(isOfType)
        ctx.expect(
          'SUB-003',
          `a delivery of ${type} where all eight types are named`,
          delivery !== undefined,
          hook.deliveries.filter(about(id)).map(bodyOf),
        )
      }
      const reserved = hook.deliveries.find((one) => bodyOf(one)['type'] === RESERVED)
      ctx.expect(
        'EVT-019',
        'no delivery of the reserved type',
        reserved === undefined,
        reserved && bodyOf(reserved),
      )
    },
  },
]
