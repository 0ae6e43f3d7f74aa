import type { Check } from '../../check/check.ts'
import {
  about,
  CANCELLED,
  deliveryOf,
  expectSignature,
  originOf,
  sessionOf,
  subscribe,
} from '../../check/resources/events.ts'
import { reach } from '../../check/states.ts'

/** Deliveries after the rotation of a secret, besides the next event of its subscription. */
export const rotationChecks: readonly Check[] = [
  {
    id: 'webhooks.after-a-rotation',
    area: 'webhooks',
    requirements: ['EVT-002', 'SUB-008', 'HDR-017'],
    level: 'must',
    needs: {
      features: ['webhooks', 'sessions'],
      credentials: [],
      webhooks: true,
      states: ['webhook_subscription', 'session', 'rotated_webhook_secret', 'test_ping'],
    },
    why: 'Whoever rotates a secret sends a ping to see whether it works; other receivers are not asked.',
    async run(ctx) {
      const one = await subscribe(ctx, { events: [CANCELLED] })
      const { organization, key, subscription_id, hook } = one
      const other = await subscribe(ctx, { organization, events: [CANCELLED] })
      const { secret } = await reach(
        ctx,
        'rotated_webhook_secret',
        { organization, subscription_id },
        'secret',
      )
      await reach(ctx, 'test_ping', { organization, subscription_id })
      // Nothing else happens to this subscription, so an unmarked delivery is the ping.
      const ping =
        (await hook.wait((delivery) => originOf(delivery) === 'test_ping')) ?? hook.deliveries[0]
      expectSignature(
        ctx,
        ['EVT-002', 'SUB-008', 'HDR-017'],
        ping
          ? hook.signature(ping, secret)
          : { valid: false, reason: 'no ping came after the rotation' },
        'a ping that is valid with the new secret',
      )
      const id = await sessionOf(ctx, key, {})
      await reach(ctx, 'session', { organization, session_id: id, status: 'cancelled' })
      const delivery = await deliveryOf(other.hook, CANCELLED, about(id))
      expectSignature(
        ctx,
        ['EVT-002'],
        other.hook.signature(delivery, other.secret),
        'a delivery to another subscription that is valid with its own secret',
      )
      const again = await reach(
        ctx,
        'rotated_webhook_secret',
        { organization, subscription_id },
        'secret',
      )
      ctx.expect(
        'SUB-008',
        'another secret after a second rotation',
        ![one.secret, secret].includes(again.secret),
        'an earlier one',
      )
      const later = await sessionOf(ctx, key, {})
      await reach(ctx, 'session', { organization, session_id: later, status: 'cancelled' })
      expectSignature(
        ctx,
        ['EVT-002', 'SUB-008'],
        hook.signature(await deliveryOf(hook, CANCELLED, about(later)), again.secret),
        'a delivery that is valid with the secret of the second rotation',
      )
    },
  },
]
