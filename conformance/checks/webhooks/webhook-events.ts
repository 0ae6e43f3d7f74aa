import type { Check } from '../../check/check.ts'
import {
  bodyOf,
  CANCELLED,
  COMPLETED,
  isEvent,
  applicantWithPersonalData,
  sessionOf,
  subscribe,
} from '../../check/resources/events.ts'
import { sessionPath, statusAndCode } from '../../check/idioms.ts'
import { rateOf } from '../../check/rate.ts'
import { utcTimeOf } from '../../utc-time.ts'
import { dateOf } from '../../check/window-end.ts'
import { reach } from '../../check/states.ts'
import type { Answer } from '../../http/answer.ts'
import { at, type JsonObject } from '../../http/json.ts'
import { shown } from '../../text.ts'
import {
  expectTransport,
  expectStandardBody,
  expectNothingPersonal,
  expectNoStatusInProgress,
} from './event-body.ts'

/** An event with the standard body, its cause, and its own requirements. */
interface Kind {
  name: string
  type: string
  /** Parameters of the session. */
  created: JsonObject
  becomes: JsonObject
  delivered: string
  /** Set if no verdict was reached. */
  noVerdict?: true
  /** Set if no decision was made. */
  undecided?: string
  expired?: true
}

const KINDS: readonly Kind[] = [
  {
    name: 'completed',
    type: COMPLETED,
    delivered: 'EVT-003',
    created: { expected_outcome: 'pass' },
    becomes: { status: 'completed', outcome: 'approved', decided_by: 'rules' },
  },
  {
    name: 'completed-by-reviewer',
    type: COMPLETED,
    delivered: 'EVT-003',
    created: { expected_outcome: 'review' },
    becomes: { status: 'completed', outcome: 'declined', decided_by: 'reviewer' },
  },
  {
    name: 'ended-by-applicant',
    type: COMPLETED,
    delivered: 'EVT-003',
    created: {},
    undecided: 'EVB-022',
    becomes: { status: 'completed', outcome: 'declined', decided_by: 'applicant' },
  },
  {
    name: 'cancelled',
    type: CANCELLED,
    delivered: 'EVT-004',
    created: {},
    noVerdict: true,
    undecided: 'EVB-018',
    becomes: { status: 'cancelled' },
  },
  {
    name: 'manual-review',
    type: 'kyc.session.manual_review_requested',
    delivered: 'EVT-005',
    noVerdict: true,
    created: { expected_outcome: 'review' },
    undecided: 'EVB-020',
    becomes: { status: 'awaiting_review' },
  },
  {
    name: 'expired',
    type: 'kyc.session.expired',
    delivered: 'EVT-009',
    created: {},
    noVerdict: true,
    undecided: 'EVB-019',
    expired: true,
    becomes: { status: 'expired', from: 'open' },
  },
]

const STANDARD = [
  'EVT-001',
  'EVT-002',
  'EVT-020',
  'EVB-001',
  'EVB-002',
  'EVB-003',
  'EVB-005',
  'EVB-007',
  'EVB-008',
  'EVB-009',
  'EVB-010',
  'EVB-011',
  'EVB-012',
  'EVB-026',
  'EVB-027',
  'HDR-001',
  'HDR-002',
  'HDR-007',
  'VER-003',
  'GEN-009',
]

/** Tolerated clock difference between suite and target, plus the delay of an event. */
const CLOCKS_APART_SECONDS = 600

/**
 * No time zone is further from UTC. A larger difference is a different clock, which a provider may have moved for a
 * state.
 */
const ZONE_SECONDS = 15 * 3600

export const webhookEventChecks: readonly Check[] = [
  ...KINDS.map((kind): Check => ({
    id: `webhooks.event-${kind.name}`,
    area: 'webhooks',
    requirements: [
      kind.delivered,
      ...STANDARD,
      ...(kind.noVerdict ? ['EVB-006'] : []),
      ...(kind.undecided ? [kind.undecided] : []),
      ...(kind.expired ? ['EVT-010', 'EVT-011'] : []),
    ],
    level: 'must',
    needs: {
      features: ['webhooks', 'sessions'],
      credentials: [],
      states: ['webhook_subscription', 'session'],
      webhooks: true,
    },
    why: 'Receivers depend on this body and log it: it must be complete and free of personal data.',
    async run(ctx) {
      const { hook, secret, organization, key } = await subscribe(ctx, { events: [kind.type] })
      const { applicant, particulars } = applicantWithPersonalData(ctx)
      const note = ctx.unique()
      const id = await sessionOf(ctx, key, { applicant, metadata: { note }, ...kind.created })
      const request = { method: 'GET', path: sessionPath(id), as: { key } } as const
      const before = at((await ctx.setUp('retrieve it', request)).json, 'data', 'status')
      await reach(ctx, 'session', { organization, session_id: id, ...kind.becomes })
      // Nothing else happens in this organization, so every delivery is about this session.
      const delivery = await hook.wait(isEvent)
      ctx.expect(
        'GEN-009',
        'an event for the change of state',
        delivery !== undefined,
        delivery ? shown(bodyOf(delivery)['type']) : 'no delivery came',
      )
      if (
        !ctx.expect(
          kind.delivered,
          `a delivery of ${kind.type}`,
          delivery !== undefined,
          delivery ? shown(bodyOf(delivery)['type']) : 'none came',
        )
      )
        return
      expectTransport(ctx, delivery!, hook.signature(delivery!, secret))
      const body = bodyOf(delivery!)
      expectStandardBody(ctx, body, id, kind.type)
      // The contract allows references only, and metadata may hold anything.
      expectNothingPersonal(ctx, delivery!, [...particulars, note])
      if (kind.noVerdict)
        ctx.expect('EVB-006', 'outcome null', body['outcome'] === null, body['outcome'])
      if (kind.undecided) {
        ctx.expect(
          kind.undecided,
          'no decisionSource',
          !Object.hasOwn(body, 'decisionSource'),
          body['decisionSource'],
        )
      }
      const isNamed = ['completed', 'expired'].includes(String(body['status']))
      const ends = { completed: 'completed', expired: 'expired' }[String(kind.becomes['status'])]
      ctx.expect(
        'EVB-003',
        ends ? `status ${ends}` : 'a status other than completed and expired',
        ends ? body['status'] === ends : !isNamed,
        body['status'],
      )
      ctx.expect(
        'EVB-003',
        'another status than before the event',
        body['status'] !== before,
        body['status'],
      )
      if (kind.type === CANCELLED) await expectNoStatusInProgress(ctx, body['status'])
      if (kind.expired) {
        ctx.expect('EVT-010', 'status expired', body['status'] === 'expired', body['status'])
        ctx.expect('EVT-011', 'outcome null', body['outcome'] === null, body['outcome'])
      }
      const fetched = await ctx.step('retrieve the session that the event names', {
        method: 'GET',
        path: sessionPath(String(body['sessionId'])),
        as: { key },
      })
      const apart = apartFromNow(body['occurredAt'], fetched)
      ctx.expect(
        'EVB-007',
        'the time of the event in UTC',
        apart <= CLOCKS_APART_SECONDS || apart > ZONE_SECONDS,
        `${String(body['occurredAt'])}, ${Math.round(apart)} s from now`,
      )
      ctx.expect(
        'EVB-012',
        '200',
        fetched.status === 200 && at(fetched.json, 'data', 'id') === id,
        statusAndCode(fetched),
      )
    },
  })),
  {
    id: 'webhooks.event-form-flagged',
    area: 'webhooks',
    requirements: [
      'EVT-006',
      'EVT-007',
      'EVT-008',
      ...STANDARD.filter((id) => id !== 'EVB-012' && id !== 'EVB-011'),
      'EVB-006',
    ],
    level: 'must',
    needs: {
      features: ['webhooks'],
      credentials: [],
      states: ['webhook_subscription', 'submitted_form'],
      webhooks: true,
    },
    why: 'A client that mistakes a flag for a verdict closes an account before the session ends.',
    async run(ctx) {
      const { hook, secret, organization } = await subscribe(ctx, {
        events: ['kyc.session.form_flagged'],
      })
      const answerText = `answer${ctx.unique()}`
      const { session_id: id } = await reach(
        ctx,
        'submitted_form',
        {
          organization,
          question: { type: 'text' },
          rules: [{ op: 'eq', value: answerText }],
          answer: answerText,
        },
        'session_id',
      )
      const delivery = await hook.wait(isEvent)
      ctx.expect(
        'GEN-009',
        'an event for the occurrence',
        delivery !== undefined,
        delivery ? shown(bodyOf(delivery)['type']) : 'no delivery came',
      )
      if (
        !ctx.expect(
          'EVT-006',
          'a delivery of kyc.session.form_flagged',
          delivery !== undefined,
          delivery ? shown(bodyOf(delivery)['type']) : 'none came',
        )
      )
        return
      expectTransport(ctx, delivery!, hook.signature(delivery!, secret))
      const body = bodyOf(delivery!)
      expectStandardBody(ctx, body, id, 'kyc.session.form_flagged')
      for (const requirement of ['EVT-007', 'EVB-006']) {
        ctx.expect(requirement, 'outcome null', body['outcome'] === null, body['outcome'])
      }
      const source = body['decisionSource']
      ctx.expect('EVT-007', 'no decisionSource before the end', source === undefined, source)
      ctx.expect(
        'EVT-008',
        'a body without the answer',
        !delivery!.body.includes(answerText),
        answerText,
      )
    },
  },
]

/** Returns the seconds between a time and now, by whichever available clock is nearest (GAP-DATE-HEADER). */
function apartFromNow(time: unknown, answer: Answer): number {
  const clocks = [Date.now() / 1000, dateOf(answer) ?? 0, (rateOf(answer)?.reset ?? 0) - 30]
  const seconds = utcTimeOf(time) / 1000
  // Invalid times were reported before.
  return Number.isNaN(seconds) ? 0 : Math.min(...clocks.map((now) => Math.abs(now - seconds)))
}
