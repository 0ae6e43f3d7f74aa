import type { Check } from '../../check/check.ts'
import {
  about,
  bodyOf,
  COMPLETED,
  deliveryOf,
  sessionOf,
  subscribe,
} from '../../check/resources/events.ts'
import { reach } from '../../check/states.ts'
import type { Delivery } from '../../receiver/receiver.ts'

const EXPIRED = 'kyc.session.expired'

/** Ends of a session that waited for a review. */
const ENDS = [
  { type: COMPLETED, params: { status: 'completed', outcome: 'approved', decided_by: 'reviewer' } },
  { type: COMPLETED, params: { status: 'completed', outcome: 'declined', decided_by: 'reviewer' } },
  { type: EXPIRED, params: { status: 'expired', from: 'awaiting_review' } },
] as const

/** Events that are not the first of their session. */
export const reviewedEventChecks: readonly Check[] = [
  {
    id: 'webhooks.after-a-review',
    area: 'webhooks',
    requirements: ['EVB-002', 'EVB-009', 'EVB-019', 'STA-005', 'STA-012', 'STA-013'],
    level: 'must',
    needs: {
      features: ['webhooks', 'sessions'],
      credentials: [],
      states: ['webhook_subscription', 'session'],
      webhooks: true,
    },
    why: 'A service that reuses the decision of the first event of a session reports the wrong one.',
    async run(ctx) {
      // Subscribes to every type, so that the event of the review arrives first.
      const { hook, organization, key } = await subscribe(ctx, {})
      for (const { type, params } of ENDS) {
        const id = await sessionOf(ctx, key, { expected_outcome: 'review' })
        await reach(ctx, 'session', { organization, session_id: id, ...params })
        const hasEnded = (one: Delivery) =>
          about(id)(one) && bodyOf(one)['status'] === params.status
        // A service may send further types. Another type is judged only if this one never comes.
        const delivery =
          (await hook.wait((one) => hasEnded(one) && mayBeOf(type, one))) ??
          (await deliveryOf(hook, type, hasEnded))
        const { sessionId, outcome, decisionSource, ...body } = bodyOf(delivery)
        ctx.expect('EVB-002', 'the id', sessionId === id, sessionId)
        ctx.expect('EVB-009', `the type ${type}, or none`, (body['type'] ?? type) === type, body)
        if (type === EXPIRED) {
          for (const requirement of ['STA-012', 'STA-013'])
            ctx.expect(requirement, 'outcome null', outcome === null, outcome)
          ctx.expect('EVB-019', 'no decisionSource', decisionSource === undefined, decisionSource)
          continue
        }
        ctx.expect(
          'STA-005',
          `outcome ${params.outcome} by the reviewer`,
          outcome === params.outcome && decisionSource === 'reviewer',
          { outcome, decisionSource },
        )
      }
    },
  },
]

/** Whether an event may be of that type, which a body need not have. */
function mayBeOf(type: string, delivery: Delivery): boolean {
  return (bodyOf(delivery)['type'] ?? type) === type
}
