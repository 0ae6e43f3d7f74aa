import type { Check } from '../../check/check.ts'
import {
  about,
  CANCELLED,
  cancelledSession,
  deliveryOf,
  retriedDelivery,
  subscribe,
} from '../../check/resources/events.ts'
import { showsSecret } from '../../check/resources/shown-secret.ts'
import { reach } from '../../check/states.ts'
import { hasNoExtraRow, hasStatus, logOnce, NEEDS, wholeLog } from './log-queries.ts'
import { mostCounts } from './third-attempts.ts'

/** The log of an endpoint that has had two secrets. */
export const rotatedRowChecks: readonly Check[] = [
  {
    id: 'deliveries.rows-after-a-rotation',
    area: 'deliveries',
    requirements: ['DLV-007'],
    level: 'must',
    needs: { ...NEEDS, states: ['webhook_subscription', 'session', 'rotated_webhook_secret'] },
    why: 'A receiver may still accept the replaced secret, so a reader of the log could forge events.',
    async run(ctx) {
      const subscribed = await subscribe(ctx, { events: [CANCELLED] })
      const { hook, organization, key, subscription_id, secret } = subscribed
      const logged = async (): Promise<void> => {
        const id = await cancelledSession(ctx, subscribed)
        await deliveryOf(hook, CANCELLED, about(id))
        await logOnce(ctx, key, id, (rows) => rows.length > 0)
      }
      await logged()
      const rotated = await reach(
        ctx,
        'rotated_webhook_secret',
        { organization, subscription_id },
        'secret',
      )
      await logged()
      const { answer } = await wholeLog(ctx, key, {})
      for (const [label, text] of [
        ['replaced', secret],
        ['present', rotated.secret],
      ] as const)
        ctx.expect(
          'DLV-007',
          `a log without the ${label} secret`,
          !showsSecret(answer.text, text),
          'it is there',
        )
    },
  },
  {
    id: 'deliveries.attempts-across-a-rotation',
    area: 'deliveries',
    requirements: ['DLV-001', 'DLV-005'],
    level: 'must',
    needs: {
      ...NEEDS,
      states: ['webhook_subscription', 'session', 'rotated_webhook_secret', 'retried_deliveries'],
    },
    why: 'A secret is often rotated because deliveries fail; the log must still show which attempt succeeded.',
    async run(ctx) {
      const subscribed = await subscribe(ctx, { events: [CANCELLED] })
      const { hook, organization, key, subscription_id } = subscribed
      hook.answer({ status: 503 })
      const id = await cancelledSession(ctx, subscribed)
      await deliveryOf(hook, CANCELLED, about(id))
      await logOnce(ctx, key, id, (rows) => rows.length > 0)
      const of = { organization, subscription_id }
      await reach(ctx, 'rotated_webhook_secret', of, 'secret')
      hook.answer({ status: 200 })
      // The network may deliver an attempt twice: a copy is not a retry.
      const before = new Set(hook.deliveries)
      const isRetry = (delivery: (typeof hook.deliveries)[number]): boolean =>
        !before.has(delivery) && about(id)(delivery)
      if (!(await retriedDelivery(ctx, hook, of, isRetry))) {
        ctx.observe('GAP-RETRIES', 'no attempt after the rotation of the secret')
        return
      }
      const { rows } = await logOnce(ctx, key, id, (seen) =>
        seen.some((row) => hasStatus(row, 200)),
      )
      const { length: received } = hook.deliveries.filter(about(id))
      ctx.expect(
        'DLV-001',
        `a row for each of at least 2 attempts, of which the receiver saw ${received}`,
        rows.length >= 2 && hasNoExtraRow(rows, received),
        `${rows.length} rows`,
      )
      ctx.expect(
        'DLV-005',
        'different attempt counts before and after the rotation',
        mostCounts(rows, received) >= 2,
        rows,
      )
    },
  },
]
