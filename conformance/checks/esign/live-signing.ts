import type { Check } from '../../check/check.ts'
import { deliveryOf, subscribe } from '../../check/resources/events.ts'
import { reach } from '../../check/states.ts'
import { isUtcTime } from '../../utc-time.ts'
import { bodyOf, DECLINED, isOf, NEEDS, SIGNED } from './event-expectations.ts'

export const liveSigningChecks: readonly Check[] = [
  {
    id: 'esign.live-events',
    area: 'esign',
    requirements: ['EVE-009', 'EVE-010', 'EVE-011', 'EVE-012', 'EVE-013'],
    level: 'must',
    needs: NEEDS,
    why: 'A signature of live mode has legal effect, and one of test mode has none.',
    async run(ctx) {
      const { hook, organization } = await subscribe(ctx, {
        mode: 'live',
        events: [SIGNED, DECLINED],
      })
      for (const [stage, type] of [
        ['signed', SIGNED],
        ['declined', DECLINED],
      ] as const) {
        const { session_id: id } = await reach(
          ctx,
          'signing_session',
          { mode: 'live', organization, stage },
          'session_id',
        )
        const delivery = await deliveryOf(hook, `${type} in live mode`, (one) => isOf(one, id))
        const { mode, type: named, signedAt, declinedAt, documents } = bodyOf(delivery) ?? {}
        ctx.expect('EVE-012', `the mode live in ${type}`, mode === 'live', mode)
        ctx.expect('EVE-013', `the type ${type}`, named === type, named)
        const [at, other, expectedTime] =
          stage === 'signed'
            ? [signedAt, declinedAt, 'signedAt, a time in UTC (ISO-8601), and no declinedAt']
            : [declinedAt, signedAt, 'declinedAt, a time in UTC (ISO-8601), and no signedAt']
        ctx.expect(
          stage === 'signed' ? 'EVE-010' : 'EVE-011',
          expectedTime,
          isUtcTime(at) && other === undefined,
          { signedAt, declinedAt },
        )
        if (stage === 'declined')
          ctx.expect(
            'EVE-009',
            'no finalHash',
            !JSON.stringify(documents ?? []).includes('finalHash'),
            documents,
          )
      }
    },
  },
]
