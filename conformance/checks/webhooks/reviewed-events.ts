import type { Check, Context } from '../../check/check.ts'
import {
  about,
  arrived,
  bodyOf,
  COMPLETED,
  deliveryOf,
  SECONDS_OF_SILENCE,
  sessionOf,
  subscribe,
  type Subscribed,
  verdictDelivery,
} from '../../check/resources/events.ts'
import { reach, reachIfPossible } from '../../check/states.ts'
import type { Delivery } from '../../receiver/receiver.ts'

const EXPIRED = 'kyc.session.expired'

/** Ends of a session that waited for a review. */
const ENDS = [
  { type: COMPLETED, params: { status: 'completed', outcome: 'approved', decided_by: 'reviewer' } },
  { type: COMPLETED, params: { status: 'completed', outcome: 'declined', decided_by: 'reviewer' } },
  { type: EXPIRED, params: { status: 'expired', from: 'awaiting_review' } },
] as const
type End = (typeof ENDS)[number]

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
      const subscribed = await subscribe(ctx, {})
      const { organization, key } = subscribed
      for (const expected_outcome of ['review', 'doc_quality'])
        for (const end of ENDS) {
          const id = await sessionOf(ctx, key, { expected_outcome })
          await reach(ctx, 'session', { organization, session_id: id, ...end.params })
          await expectEnd(ctx, subscribed, id, end)
        }
    },
  },
  {
    id: 'webhooks.after-a-review-of-a-form',
    area: 'webhooks',
    requirements: ['EVB-002', 'EVB-009', 'EVB-019', 'STA-005', 'STA-012', 'STA-013'],
    level: 'must',
    needs: {
      features: ['webhooks', 'sessions', 'workflow_templates'],
      credentials: [],
      states: ['webhook_subscription', 'submitted_form', 'session'],
      webhooks: true,
    },
    why: 'The checks of such a session passed: a service that reports their result hides the reviewer.',
    async run(ctx) {
      const subscribed = await subscribe(ctx, {})
      const { organization } = subscribed
      for (const end of ENDS) {
        const form = {
          organization,
          question: { type: 'text' },
          rules: [{ op: 'eq', value: 'alpha' }],
          answer: 'alpha',
        }
        const { session_id: id } = await reach(ctx, 'submitted_form', form, 'session_id')
        await reachIfPossible(ctx, 'session', { organization, session_id: id, ...end.params })
        await expectEnd(ctx, subscribed, id, end)
      }
    },
  },
  {
    id: 'webhooks.new-run-assigns-no-outcome',
    area: 'webhooks',
    long: true,
    requirements: ['EVT-003'],
    level: 'must',
    needs: {
      features: ['webhooks', 'sessions'],
      credentials: [],
      states: ['webhook_subscription', 'open_session', 'submitted_session', 'reverified_session'],
      webhooks: true,
    },
    why: 'A receiver that acts on each event admits the applicant a second time.',
    async run(ctx) {
      const { hook, organization } = await subscribe(ctx, { events: [COMPLETED] })
      const { session_id: id } = await reach(
        ctx,
        'open_session',
        { organization, checks: ['id_verification'], expected_outcome: 'pass' },
        'session_id',
      )
      await reach(ctx, 'submitted_session', { organization, session_id: id })
      const verdict = arrived(COMPLETED, await verdictDelivery(hook, about(id)))
      await reach(ctx, 'reverified_session', { organization, session_id: id })
      // Of a session that is completed later: it would arrive after an event of the new run.
      const { session_id: later } = await reach(
        ctx,
        'open_session',
        { organization, checks: ['id_verification'], expected_outcome: 'pass' },
        'session_id',
      )
      await reach(ctx, 'submitted_session', { organization, session_id: later })
      arrived(COMPLETED, await verdictDelivery(hook, about(later)))
      await hook.wait(() => false, SECONDS_OF_SILENCE)
      // The event of the verdict may arrive twice (GAP-DELIVERY-ORDER), with the same bytes.
      const others = hook.deliveries
        .filter(about(id))
        .filter((one) => !one.body.equals(verdict.body))
      ctx.expect(
        'EVT-003',
        `no second ${COMPLETED} of a session that was verified again and stays as it was`,
        others.length === 0,
        others.map(bodyOf),
      )
    },
  },
]

/** Judges the event of the end of a session that waited for a review. */
async function expectEnd(
  ctx: Context,
  { hook }: Subscribed,
  id: string,
  { type, params }: End,
): Promise<void> {
  const hasEnded = (one: Delivery) => about(id)(one) && bodyOf(one)['status'] === params.status
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
    return
  }
  ctx.expect(
    'STA-005',
    `outcome ${params.outcome} by the reviewer`,
    outcome === params.outcome && decisionSource === 'reviewer',
    { outcome, decisionSource },
  )
}

/** Whether an event may be of that type, which a body need not have. */
function mayBeOf(type: string, delivery: Delivery): boolean {
  return (bodyOf(delivery)['type'] ?? type) === type
}
