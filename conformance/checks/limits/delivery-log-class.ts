import type { Check } from '../../check/check.ts'
import { windowEndedError, MAX_WINDOWS, describeRate, rateOf } from '../../check/rate.ts'
import { reach } from '../../check/states.ts'
import { isSameEnd } from '../../check/window-end.ts'

/** Requests for the delivery log count in a class, which the contract leaves open (GAP-WEBHOOK-EVENTS-CLASS). */
export const deliveryLogClassChecks: readonly Check[] = [
  {
    id: 'limits.delivery-log-counts',
    area: 'limits',
    requirements: ['LIM-006', 'LIM-023'],
    level: 'must',
    needs: {
      credentials: [],
      states: ['organization'],
      features: ['delivery_log', 'rate_limits'],
    },
    why: 'A route without a class can be polled without limit.',
    async run(ctx) {
      const { key } = await reach(ctx, 'organization', {})
      const read = () =>
        ctx.setUp('read the delivery log', {
          method: 'GET',
          path: '/v1/webhook-events',
          as: { key },
        })
      const began = performance.now()
      for (let attempt = 0; attempt < MAX_WINDOWS; attempt++) {
        const [first, second] = [await read(), await read()]
        const [before, after] = [rateOf(first), rateOf(second)]
        // A new window began in between.
        if (before && after && !isSameEnd(before.reset, after.reset)) continue
        for (const requirement of ['LIM-006', 'LIM-023'])
          ctx.expect(
            requirement,
            `one less than ${describeRate(first)}`,
            before !== undefined && after?.remaining === before.remaining - 1,
            describeRate(second),
          )
        return
      }
      throw windowEndedError(began)
    },
  },
]
