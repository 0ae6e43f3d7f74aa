import { isAccepted } from '../../check/cases.ts'
import type { Check, StepRequest } from '../../check/check.ts'
import { expectRefusal, statusAndCode } from '../../check/idioms.ts'
import { reach, reachIfPossible } from '../../check/states.ts'

export const graceChecks: readonly Check[] = [
  {
    id: 'billing.plan-in-grace',
    area: 'billing',
    requirements: ['ERR-015', 'ERR-017', 'ERR-022'],
    level: 'must',
    needs: {
      features: ['sessions', 'billing'],
      credentials: [],
      states: ['organization', 'account'],
    },
    why: 'A card that is declined once must not stop the verifications of a customer.',
    async run(ctx) {
      const { organization, key } = await reach(ctx, 'organization', { mode: 'live' })
      const requests: readonly StepRequest[] = [
        { method: 'GET', path: '/v1/sessions', as: { key } },
        {
          method: 'POST',
          path: '/v1/sessions',
          as: { key },
          json: ctx.sessionFields('home.live'),
        },
      ]
      const labelOf = ({ method }: StepRequest): string =>
        method === 'GET' ? 'list sessions' : 'create a session'
      for (const request of requests)
        await ctx.setUp(`${labelOf(request)} while the account is in good standing`, request)
      const account = { mode: 'live', organization, subscription: 'in_grace' }
      await reachIfPossible(ctx, 'account', account)
      for (const request of requests) {
        const answer = await ctx.step(labelOf(request), request)
        ctx.expect(
          'ERR-022',
          `2xx to "${labelOf(request)}" within the payment grace period`,
          isAccepted(answer),
          statusAndCode(answer),
        )
      }
      // Credit of the plan is none of the wallet.
      await reach(ctx, 'account', { mode: 'live', organization, wallet: 'locked' })
      for (const request of requests)
        expectRefusal(ctx, await ctx.step(`${labelOf(request)} with a locked wallet`, request), {
          status: 402,
          code: 'payment_required',
          requirements: ['ERR-015', 'ERR-017'],
        })
    },
  },
]
