import type { Check } from '../../check/check.ts'
import {
  about,
  CANCELLED,
  cancelledSession,
  deliveryOf,
  subscribe,
} from '../../check/resources/events.ts'
import { showsSecret } from '../../check/resources/shown-secret.ts'
import { reach } from '../../check/states.ts'
import { logOnce, NEEDS, wholeLog } from './log-queries.ts'

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
]
