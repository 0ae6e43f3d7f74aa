import type { Check } from '../../check/check.ts'
import {
  about,
  CANCELLED,
  deliveryOf,
  expectSignature,
  originOf,
  pingOf,
  retriedDelivery,
  subscribe,
  cancelledSession,
} from '../../check/resources/events.ts'
import { Blocked } from '../../check/outcome.ts'
import { reach } from '../../check/states.ts'
import type { Delivery } from '../../receiver/receiver.ts'

/** Deliveries after the rotation of a secret, besides the next event of its subscription. */
export const rotationChecks: readonly Check[] = [
  {
    id: 'webhooks.after-a-rotation',
    area: 'webhooks',
    requirements: ['EVT-002', 'SUB-008', 'HDR-006', 'HDR-017'],
    level: 'must',
    needs: {
      features: ['webhooks', 'sessions'],
      credentials: [],
      webhooks: true,
      states: ['webhook_subscription', 'session', 'rotated_webhook_secret', 'test_ping'],
      optionalStates: ['replayed_events'],
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
      const ping = await pingOf(ctx, hook, { organization, subscription_id })
      expectSignature(
        ctx,
        ['EVT-002', 'SUB-008', 'HDR-017'],
        ping
          ? hook.signature(ping, secret)
          : { valid: false, reason: 'no ping came after the rotation' },
        'a ping that is valid with the new secret',
      )
      const id = await cancelledSession(ctx, { key, organization })
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
      const later = await cancelledSession(ctx, { key, organization })
      const event = await deliveryOf(hook, CANCELLED, about(later))
      expectSignature(
        ctx,
        ['EVT-002', 'SUB-008'],
        hook.signature(event, again.secret),
        'a delivery that is valid with the secret of the second rotation',
      )
      const origin = originOf(event)
      ctx.expect('HDR-006', 'an event that is not marked as a ping', origin !== 'test_ping', origin)
      if (!ctx.offers('replayed_events')) return
      const before = new Set(hook.deliveries)
      await reach(ctx, 'replayed_events', { organization, session_id: id })
      const isReplay = (sent: Delivery): boolean => !before.has(sent) && about(id)(sent)
      // The network may deliver the first attempt again, with its old signature.
      const replay =
        (await hook.wait(
          (sent) => isReplay(sent) && hook.signature(sent, again.secret)?.valid !== false,
        )) ?? hook.deliveries.find(isReplay)
      if (!replay) throw new Blocked('no event was replayed')
      expectSignature(
        ctx,
        ['EVT-002', 'HDR-017'],
        hook.signature(replay, again.secret),
        'a replay of an earlier event that is valid with the secret of the second rotation',
      )
    },
  },
  {
    id: 'webhooks.retry-after-a-rotation',
    area: 'webhooks',
    requirements: ['EVB-014', 'EVT-002', 'SUB-008'],
    level: 'must',
    needs: {
      features: ['webhooks', 'sessions'],
      credentials: [],
      webhooks: true,
      states: ['webhook_subscription', 'session', 'rotated_webhook_secret', 'retried_deliveries'],
    },
    why: 'A receiver that lost its secret refuses events until the rotation; their retries are the only way to get them.',
    async run(ctx) {
      const { hook, organization, key, subscription_id } = await subscribe(ctx, {
        events: [CANCELLED],
      })
      const subscription = { organization, subscription_id }
      hook.answer({ status: 503 })
      const id = await cancelledSession(ctx, { key, organization })
      const first = await deliveryOf(hook, CANCELLED, about(id))
      const { secret } = await reach(ctx, 'rotated_webhook_secret', subscription, 'secret')
      const before = new Set(hook.deliveries)
      const isRetry = (sent: Delivery): boolean => !before.has(sent) && about(id)(sent)
      // The network may deliver the first attempt again, and an attempt that began before the rotation
      // may arrive after it, both with the old signature. So none is accepted until one has the new one.
      const retry =
        (await retriedDelivery(
          ctx,
          hook,
          subscription,
          (sent) => isRetry(sent) && hook.signature(sent, secret)?.valid !== false,
        )) ?? hook.deliveries.find(isRetry)
      hook.answer({ status: 200 })
      if (!retry) throw new Blocked('no delivery was tried again')
      ctx.expect(
        'EVB-014',
        'a retry after the rotation with the same bytes',
        retry.body.equals(first.body),
        retry.body.toString(),
      )
      expectSignature(
        ctx,
        ['EVT-002', 'SUB-008'],
        hook.signature(retry, secret),
        'a retry of an earlier event that is valid with the new secret',
      )
    },
  },
]
