import type { Check, Context } from '../../check/check.ts'
import { EVENT_TYPES, RESERVED } from '../../check/resources/event-types.ts'
import {
  about,
  deliveryOf,
  expectSignature,
  retriedDelivery,
  subscribe,
} from '../../check/resources/events.ts'
import { reach } from '../../check/states.ts'
import { headerOf } from '../../receiver/receiver.ts'

const VERSION = 'X-Webhook-Event-Version'

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
        if (type !== RESERVED) await expectRetry(ctx, organization, type)
    },
  },
]

/** Judges the second attempt of an event, at an endpoint that gets no other type. */
async function expectRetry(ctx: Context, organization: string, type: string): Promise<void> {
  const { hook, secret, subscription_id } = await subscribe(ctx, { organization, events: [type] })
  hook.answer({ status: 503 })
  const { session_id: id } = await reach(ctx, 'event', { organization, type }, 'session_id')
  const first = await deliveryOf(hook, type, about(id))
  // The network may deliver an attempt twice: a copy is not a retry.
  const before = new Set(hook.deliveries)
  hook.answer({ status: 200 })
  const again = await retriedDelivery(
    ctx,
    hook,
    { organization, subscription_id },
    (delivery) => !before.has(delivery) && about(id)(delivery),
  )
  ctx.expect(
    'EVB-014',
    `a second attempt of ${type} with the same bytes`,
    again?.body.equals(first.body) ?? false,
    again ? again.body.toString() : 'no second attempt',
  )
  if (!again) return
  expectSignature(
    ctx,
    ['EVT-002'],
    hook.signature(again, secret),
    `a valid signature of the second attempt of ${type}`,
  )
  const version = headerOf(again, VERSION)
  for (const requirement of ['HDR-001', 'HDR-002'])
    ctx.expect(
      requirement,
      `a second attempt of ${type} with ${VERSION} 1`,
      version === '1',
      version,
    )
}
