import type { Check } from '../../check/check.ts'
import { bodyOf, CANCELLED, COMPLETED, deliveryOf, isEvent, subscribe } from '../../check/events.ts'
import { newSession, sessionPath } from '../../check/idioms.ts'
import { scanParts, scanRequest } from '../../check/scan.ts'
import { reach } from '../../check/states.ts'
import { expectTransport } from '../webhooks/event-body.ts'
import { at, type JsonObject } from '../../http/json.ts'

const PARKED = 'kyc.session.manual_review_requested'
const EXPIRED = 'kyc.session.expired'
const METADATA = { orderId: 'A-1007', 'Crm-Ref': ' x ' }

/** Rules that hold in live mode as in test mode. */
export const liveModeChecks: readonly Check[] = [
  {
    id: 'sessions.live-metadata',
    area: 'sessions',
    requirements: ['END-007', 'SES-009', 'SES-010'],
    level: 'must',
    needs: { features: ['sessions'], credentials: ['home.live'] },
    why: 'Backends find their order by metadata; a lost key blocks a customer.',
    async run(ctx) {
      const { id } = await newSession(ctx, 'home.live', { metadata: METADATA })
      const answer = await ctx.setUp('retrieve it', {
        method: 'GET',
        path: sessionPath(id),
        as: 'home.live',
      })
      const got = at(answer.json, 'data', 'metadata')
      for (const requirement of ['END-007', 'SES-009', 'SES-010']) {
        ctx.expect(
          requirement,
          `the metadata that was sent: ${JSON.stringify(METADATA)}`,
          Object.entries(METADATA).every(([key, value]) => at(got, key) === value),
          got,
        )
      }
    },
  },
  {
    id: 'webhooks.live-events',
    area: 'webhooks',
    requirements: [
      'EVB-001',
      'EVB-002',
      'EVB-006',
      'EVB-008',
      'EVB-009',
      'EVB-010',
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
      states: ['webhook_subscription', 'session'],
      webhooks: true,
    },
    why: 'A receiver that gets `test` ignores a real applicant.',
    async run(ctx) {
      for (const [type, params, source] of [
        [COMPLETED, { status: 'completed', outcome: 'approved', decided_by: 'rules' }, 'automatic'],
        [
          COMPLETED,
          { status: 'completed', outcome: 'approved', decided_by: 'reviewer' },
          'reviewer',
        ],
        [CANCELLED, { status: 'cancelled' }, undefined],
        [PARKED, { status: 'awaiting_review' }, undefined],
        [EXPIRED, { status: 'expired', from: 'open' }, undefined],
      ] as [string, JsonObject, string | undefined][]) {
        // A subscription for each type, because a review event may precede the decision.
        const { hook, secret, organization } = await subscribe(ctx, {
          mode: 'live',
          events: [type],
        })
        const { session_id: id } = await reach(
          ctx,
          'session',
          { mode: 'live', organization, ...params },
          'session_id',
        )
        const delivery = await deliveryOf(hook, `${type} in live mode`, isEvent)
        expectTransport(ctx, delivery, hook.signature(delivery, secret))
        const body = bodyOf(delivery)
        ctx.expect(
          'EVB-001',
          'sessionId, status, outcome and occurredAt',
          ['sessionId', 'status', 'outcome', 'occurredAt'].every((name) =>
            Object.hasOwn(body, name),
          ),
          body,
        )
        const { mode, outcome, sessionId, decisionSource } = body
        ctx.expect('EVB-002', 'the id of the verification', sessionId === id, sessionId)
        if (!source) ctx.expect('EVB-006', 'outcome null', outcome === null, outcome)
        ctx.expect('EVB-008', 'the mode live, or none', (mode ?? 'live') === 'live', mode)
        ctx.expect(
          'EVB-009',
          `the type ${type}, or none`,
          (body['type'] ?? type) === type,
          body['type'],
        )
        for (const requirement of source ? ['STA-005', 'EVB-010'] : ['EVB-018']) {
          ctx.expect(
            requirement,
            source ? `decisionSource ${source}` : 'no decisionSource',
            decisionSource === source,
            decisionSource,
          )
        }
      }
    },
  },
  {
    id: 'id-scan.live',
    area: 'id-scan',
    requirements: ['SCN-015'],
    level: 'must',
    needs: { features: ['id_scan'], credentials: ['home.live'] },
    why: 'A client that stores a scan must know whether it is live or a test.',
    async run(ctx) {
      const label = 'scan a specimen'
      const request = scanRequest('home.live', scanParts(ctx))
      const answer = await ctx.step(label, request)
      // A service with real extraction may find a specimen unreadable. id-scan.blank-images judges
      // refusals.
      if (at(answer.json, 'error', 'code') === 'document_unreadable')
        return ctx.observe('GAP-UPLOAD-REFUSALS', 'a specimen is unreadable in live mode')
      if (answer.status !== 200) throw ctx.unusable(label, request, answer)
      const mode = at(answer.json, 'data', 'mode')
      ctx.expect('SCN-015', 'data.mode live', mode === 'live', mode)
    },
  },
]
