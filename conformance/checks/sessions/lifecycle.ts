import type { Check } from '../../check/check.ts'
import { sessionPath, statusAndCode } from '../../check/idioms.ts'
import { reach } from '../../check/states.ts'
import { at, isObject, type JsonObject, jsonIn } from '../../http/json.ts'

/** A way to end or stop a session, with the resulting record and event. */
interface Transition {
  name: string
  params: JsonObject
  /** The status, if the contract names one. */
  status?: string
  record: readonly string[]
  event: {
    type: string
    outcome: string | null
    /** Only if a decision was made. */
    decisionSource?: string
    requirements: readonly string[]
  }
}

const COMPLETED = 'kyc.session.completed'

const TRANSITIONS: readonly Transition[] = [
  {
    name: 'approved-by-rules',
    params: { status: 'completed', outcome: 'approved', decided_by: 'rules' },
    status: 'completed',
    record: ['STA-002', 'GEN-007'],
    event: {
      type: COMPLETED,
      outcome: 'approved',
      decisionSource: 'automatic',
      requirements: ['STA-004', 'STA-005', 'STA-026'],
    },
  },
  {
    name: 'declined-by-rules',
    params: { status: 'completed', outcome: 'declined', decided_by: 'rules' },
    status: 'completed',
    record: ['STA-002', 'GEN-007'],
    event: {
      type: COMPLETED,
      outcome: 'declined',
      decisionSource: 'automatic',
      requirements: ['STA-004', 'STA-005', 'STA-026'],
    },
  },
  {
    name: 'approved-by-reviewer',
    params: { status: 'completed', outcome: 'approved', decided_by: 'reviewer' },
    status: 'completed',
    record: ['STA-003', 'GEN-008'],
    event: {
      type: COMPLETED,
      outcome: 'approved',
      decisionSource: 'reviewer',
      requirements: ['STA-004', 'STA-005'],
    },
  },
  {
    name: 'declined-by-reviewer',
    params: { status: 'completed', outcome: 'declined', decided_by: 'reviewer' },
    status: 'completed',
    record: ['STA-003', 'GEN-008'],
    event: {
      type: COMPLETED,
      outcome: 'declined',
      decisionSource: 'reviewer',
      requirements: ['STA-004', 'STA-005'],
    },
  },
  {
    name: 'ended-by-applicant',
    params: { status: 'completed', outcome: 'declined', decided_by: 'applicant' },
    status: 'completed',
    record: ['STA-014'],
    event: {
      type: COMPLETED,
      outcome: 'declined',
      requirements: ['STA-014', 'STA-015', 'STA-016'],
    },
  },
  {
    name: 'cancelled',
    params: { status: 'cancelled' },
    record: ['STA-006'],
    event: { type: 'kyc.session.cancelled', outcome: null, requirements: ['STA-007'] },
  },
  {
    name: 'parked',
    params: { status: 'awaiting_review' },
    record: ['STA-008'],
    event: {
      type: 'kyc.session.manual_review_requested',
      outcome: null,
      requirements: ['STA-009'],
    },
  },
  {
    name: 'expired-unfinished',
    params: { status: 'expired', from: 'open' },
    status: 'expired',
    record: ['STA-010'],
    event: { type: 'kyc.session.expired', outcome: null, requirements: ['STA-012', 'STA-013'] },
  },
  {
    name: 'expired-in-review',
    params: { status: 'expired', from: 'awaiting_review' },
    status: 'expired',
    record: ['STA-011'],
    event: { type: 'kyc.session.expired', outcome: null, requirements: ['STA-012', 'STA-013'] },
  },
]

export const lifecycleChecks: readonly Check[] = [
  ...TRANSITIONS.map(recordAfter),
  ...TRANSITIONS.map(eventAfter),
]

function recordAfter({ name, params, status: wanted, record }: Transition): Check {
  return {
    id: `sessions.${name}`,
    area: 'sessions',
    requirements: [...record, 'GEN-010'],
    level: 'must',
    needs: { features: ['sessions'], credentials: [], states: ['session', 'open_session'] },
    why: 'A backend that missed the webhook reads the status here.',
    async run(ctx) {
      const { key: other, session_id: open } = await reach(ctx, 'open_session', {}, 'session_id')
      const { key, session_id: id } = await reach(ctx, 'session', params, 'session_id')
      const before = await ctx.setUp('retrieve an open session', {
        method: 'GET',
        path: sessionPath(open),
        as: { key: other },
      })
      const session = await ctx.step('retrieve the session', {
        method: 'GET',
        path: sessionPath(id),
        as: { key },
      })
      ctx.expect('GEN-010', '200', session.status === 200, statusAndCode(session))
      const [status, opened] = [
        at(session.json, 'data', 'status'),
        at(before.json, 'data', 'status'),
      ]
      for (const requirement of record) {
        // The contract leaves the status of cancelled and waiting sessions open (GAP-STATUS-NAMES).
        if (wanted) ctx.expect(requirement, `the status ${wanted}`, status === wanted, status)
        else
          ctx.expect(
            requirement,
            'a status other than that of an open session',
            typeof status === 'string' &&
              status !== opened &&
              status !== 'completed' &&
              status !== 'expired',
            status,
          )
      }
    },
  }
}

function eventAfter({ name, params, event }: Transition): Check {
  return {
    id: `webhooks.after-${name}`,
    area: 'webhooks',
    requirements: [...event.requirements, 'GEN-009'],
    level: 'must',
    needs: {
      features: ['sessions', 'webhooks'],
      credentials: [],
      states: ['webhook_subscription', 'session'],
      webhooks: true,
    },
    why: 'Integrators act on the event; a missing or wrong one blocks or admits an applicant.',
    async run(ctx) {
      const hook = ctx.receiver()
      const { organization } = await reach(ctx, 'webhook_subscription', {
        url: hook.url,
        events: [event.type],
      })
      const { session_id: id } = await reach(
        ctx,
        'session',
        { ...params, organization },
        'session_id',
      )
      const delivery = await hook.wait((one) => at(jsonIn(one.body), 'sessionId') === id)
      ctx.expect(
        'GEN-009',
        `an event ${event.type}`,
        delivery !== undefined,
        `${hook.deliveries.length} deliveries`,
      )
      const body = delivery && jsonIn(delivery.body)
      const got = isObject(body)
        ? { outcome: valueOf(body, 'outcome'), decisionSource: valueOf(body, 'decisionSource') }
        : 'no event'
      for (const requirement of event.requirements) {
        ctx.expect(
          requirement,
          `outcome ${event.outcome}, and ${event.decisionSource ? `decisionSource ${event.decisionSource}` : 'no member decisionSource'}`,
          isObject(body) &&
            body['outcome'] === event.outcome &&
            body['decisionSource'] === event.decisionSource &&
            Object.hasOwn(body, 'outcome'),
          got,
        )
      }
    },
  }
}

/** Returns a member for a report, which distinguishes null from a missing member. */
function valueOf(body: JsonObject, name: string): unknown {
  return Object.hasOwn(body, name) ? body[name] : 'no such member'
}
