import type { Check, Context } from '../../check/check.ts'
import { EVENT_TYPES, RESERVED } from '../../check/resources/event-types.ts'
import { about, deliveryOf, subscribe } from '../../check/resources/events.ts'
import { expectRetry } from '../../check/resources/retries.ts'
import { reach } from '../../check/states.ts'

/** A retry of each type of event: its bytes and headers. */
export const retriedEventChecks: readonly Check[] = [
  {
    id: 'deliveries.retry-of-each-event',
    area: 'deliveries',
    long: true,
    requirements: ['EVB-014', 'EVT-002', 'HDR-001', 'HDR-002'],
    level: 'must',
    needs: {
      features: ['webhooks', 'sessions'],
      credentials: [],
      states: ['organization', 'webhook_subscription', 'event', 'retried_deliveries'],
      webhooks: true,
    },
    why: 'After an outage a receiver sees retries only, of occurrences as of verdicts.',
    async run(ctx) {
      const { organization } = await reach(ctx, 'organization', {})
      for (const type of EVENT_TYPES)
        if (type !== RESERVED) await expectSecond(ctx, organization, type)
    },
  },
]

/** Judges the second attempt of an event, at an endpoint that gets no other type. */
async function expectSecond(ctx: Context, organization: string, type: string): Promise<void> {
  const subscribed = await subscribe(ctx, { organization, events: [type] })
  const { hook } = subscribed
  hook.answer({ status: 503 })
  const { session_id: id } = await reach(ctx, 'event', { organization, type }, 'session_id')
  const first = await deliveryOf(hook, type, about(id))
  hook.answer({ status: 200 })
  await expectRetry(ctx, subscribed, { id, first, label: `a second attempt of ${type}` })
}
