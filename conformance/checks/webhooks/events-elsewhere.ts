import type { Check } from '../../check/check.ts'
import {
  about,
  bodyOf,
  CANCELLED,
  COMPLETED,
  deliveryOf,
  isEvent,
  sessionOf,
  subscribe,
} from '../../check/events.ts'
import { reach } from '../../check/states.ts'
import type { JsonObject } from '../../http/json.ts'
import { expectTransport } from './event-body.ts'

const EXPIRED = 'kyc.session.expired'

/** Ends of a session that waited for a review. */
const ENDS = [
  { type: COMPLETED, params: { status: 'completed', outcome: 'approved', decided_by: 'reviewer' } },
  { type: COMPLETED, params: { status: 'completed', outcome: 'declined', decided_by: 'reviewer' } },
  { type: EXPIRED, params: { status: 'expired', from: 'awaiting_review' } },
] as const

/** Events of the other region, and later events of a session. */
export const eventsElsewhereChecks: readonly Check[] = [
  {
    id: 'webhooks.events-of-the-other-region',
    area: 'webhooks',
    requirements: [
      'EVB-001',
      'EVB-002',
      'EVB-008',
      'EVB-009',
      'EVB-018',
      'EVT-001',
      'EVT-002',
      'HDR-001',
      'HDR-002',
      'STA-005',
      'VER-003',
    ],
    level: 'must',
    needs: {
      features: ['webhooks', 'sessions'],
      credentials: [],
      regions: ['other'],
      states: ['webhook_subscription', 'session'],
      webhooks: true,
    },
    why: 'Receivers are tested in one region, and serve both.',
    async run(ctx) {
      for (const mode of ['test', 'live'] as const) {
        for (const [type, params, source] of [
          [
            COMPLETED,
            { status: 'completed', outcome: 'approved', decided_by: 'rules' },
            'automatic',
          ],
          [CANCELLED, { status: 'cancelled' }, undefined],
        ] as [string, JsonObject, string | undefined][]) {
          const place = { region: ctx.other, mode }
          const { hook, secret, organization } = await subscribe(ctx, { ...place, events: [type] })
          const { session_id: id } = await reach(
            ctx,
            'session',
            { ...place, organization, ...params },
            'session_id',
          )
          const delivery = await deliveryOf(hook, `${type} in ${ctx.other}, ${mode}`, isEvent)
          expectTransport(ctx, delivery, hook.signature(delivery, secret))
          const body = bodyOf(delivery)
          const names = ['sessionId', 'status', 'outcome', 'occurredAt']
          ctx.expect(
            'EVB-001',
            names.join(', '),
            names.every((name) => Object.hasOwn(body, name)),
            body,
          )
          ctx.expect('EVB-002', 'the id', body['sessionId'] === id, body['sessionId'])
          ctx.expect('EVB-008', `the mode ${mode}, or none`, (body['mode'] ?? mode) === mode, body)
          ctx.expect('EVB-009', `the type ${type}, or none`, (body['type'] ?? type) === type, body)
          ctx.expect(
            source ? 'STA-005' : 'EVB-018',
            source ? `decisionSource ${source}` : 'no decisionSource',
            body['decisionSource'] === source,
            body,
          )
        }
      }
    },
  },
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
        const delivery = await deliveryOf(
          hook,
          type,
          (one) => about(id)(one) && bodyOf(one)['status'] === params.status,
        )
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
