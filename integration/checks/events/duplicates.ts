import { setTimeout as sleep } from 'node:timers/promises'
import { count } from '../../../conformance/text.ts'
import type { Check, Context } from '../../check.ts'
import type { WebhookParts } from '../../service/sign.ts'
import { completed, deliverAccepted, isAccepted, seen, withBody } from '../idioms.ts'
import { ended } from '../sessions.ts'

const FLUSH_MS = 1500
const REPLAYED_AFTER_MS = 40 * 24 * 60 * 60 * 1000

/** Checks of events that are delivered more than once. */
export const DUPLICATES: readonly Check[] = [
  {
    id: 'receiver.duplicates',
    area: 'receiver',
    requirements: ['CLI-001'],
    level: 'should',
    needs: { webhook: true },
    why: 'Deliveries are repeated after a lost response and by replays: the goods would be sent twice.',
    async run(ctx) {
      const { reference, webhook } = await completed(ctx)
      const answers = await Promise.all([
        ctx.deliver('deliver the completion of a verification', webhook),
        ctx.deliver('deliver it again at the same time', webhook),
      ])
      // A receiver may refuse an event that it is processing: the sender repeats that delivery.
      ctx.expect(
        'CLI-001',
        '2xx for one of two deliveries at the same time',
        answers.some(isAccepted),
        answers.map(seen),
      )
      // A backend that processes events later knows a duplicate only then.
      await ctx.settle()
      const repeated = await ctx.deliver('deliver it a third time', webhook)
      ctx.expect('CLI-001', '2xx for a later delivery', isAccepted(repeated), seen(repeated))
      // A retry after a rotation has another signature.
      const rotated = { ...webhook, signature: { beside: 'newer' } } as const
      const what = 'a repeated delivery that a newer secret signs too'
      await deliverAccepted(ctx, 'CLI-001', what, rotated)
      // A replay has the stored body, with the time of the transition.
      const { webhook: old } = await ended(ctx, 'expire')
      const occurredAt = new Date(Date.now() - REPLAYED_AFTER_MS).toISOString()
      const replay = withBody(old, (event) => ({ ...event, occurredAt }))
      await deliverAccepted(ctx, 'CLI-001', 'the replay of an event of 40 days ago', replay)
      if (reference === undefined || !ctx.can('result')) return
      await ctx.settle()
      const { effects } = await ctx.resultThat(reference, (one) => (one.effects ?? 1) > 0)
      if (effects !== undefined)
        ctx.expect(
          'CLI-001',
          'one effect of four deliveries',
          effects === 1,
          count(effects, 'effect'),
        )
      if (effects !== undefined && ctx.can('restart'))
        await expectOneAfterRestart(ctx, reference, webhook)
    },
  },
]

/** A replay can come days later: a restart in between must not forget which events were processed. */
async function expectOneAfterRestart(
  ctx: Context,
  reference: string,
  webhook: WebhookParts,
): Promise<void> {
  // A backend may write its records to the disk once a second.
  await sleep(FLUSH_MS)
  await ctx.drive('restart', {})
  const what = 'a repeated delivery after a restart'
  await deliverAccepted(ctx, 'CLI-001', what, webhook)
  await ctx.settle()
  const { effects = 0 } = await ctx.result(reference)
  ctx.expect('CLI-001', `one effect, after ${what}`, effects <= 1, count(effects, 'effect'))
}
