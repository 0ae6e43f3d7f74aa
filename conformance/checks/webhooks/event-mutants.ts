import type { JsonObject } from '../../http/json.ts'
import type { Fault } from '../../self-test/proxy.ts'
import { answers, creates, type Mutant } from '../../self-test/wire-faults.ts'
import { body, without, withHeader, VERSION } from './delivery-faults.ts'

/** A fault of every event with the standard body. It is tested with one event type. */
const standard = (
  name: string,
  breaks: Mutant['breaks'],
  fault: () => Fault,
  killedBy = 'webhooks.event-completed',
): Mutant => ({ name, killedBy, breaks, fault })

/** Never arrives. */
const lost: () => Fault = () => ({ delivery: () => 0 })

/** Sends an event to other organizations, with each later event that theirs have, too. */
const leaking = (state: string, theirs: string, killedBy: string): Mutant => ({
  name: `sends ${state} events to other organizations`,
  killedBy,
  breaks: 'EVT-001',
  fault: () => {
    let leaked: Buffer | undefined
    return {
      delivery({ body }) {
        const { type } = JSON.parse(body.toString()) as JsonObject
        const bodies = leaked && type === `kyc.session.${theirs}` ? [body, leaked] : [body]
        if (type === `kyc.session.${state}`) leaked ??= body
        return bodies
      },
    }
  },
})

const SILENT: [id: string, breaks: string][] = [
  ['event-completed', 'EVT-003'],
  ['event-cancelled', 'EVT-004'],
  ['event-manual-review', 'EVT-005'],
  ['event-form-flagged', 'EVT-006'],
  ['event-expired', 'EVT-009'],
]

const DECIDED: [id: string, breaks: string][] = [
  ['event-ended-by-applicant', 'EVB-022'],
  ['event-cancelled', 'EVB-018'],
  ['event-manual-review', 'EVB-020'],
  ['event-expired', 'EVB-019'],
]

const HOUR_MS = 3_600_000

/** Faults in single events. */
export const EVENT_MUTANTS: readonly Mutant[] = [
  ...SILENT.map(([id, breaks]): Mutant => ({
    name: `does not deliver the event of ${id}`,
    killedBy: `webhooks.${id}`,
    breaks,
    fault: lost,
  })),
  standard(
    'sends event types in capitals',
    ['EVT-020', 'EVB-009'],
    body((event) => {
      event['type'] = 'KYC_SESSION_COMPLETED'
    }),
  ),
  standard('sends by PUT', 'EVT-001', () => ({
    delivery: (one) => {
      one.method = 'PUT'
    },
  })),
  standard('announces nothing', 'GEN-009', lost),
  standard(
    'sends a wrong signature',
    'EVT-002',
    withHeader('X-Webhook-Signature', `v1=${'0'.repeat(64)}`),
  ),
  standard(
    'omits the outcome',
    ['EVB-001', 'EVB-005'],
    body((event) => {
      delete event['outcome']
    }),
  ),
  standard(
    'sends the session id in an object',
    ['EVB-002', 'EVB-012'],
    body((event) => {
      event['sessionId'] = { id: event['sessionId'] }
    }),
    'webhooks.event-cancelled',
  ),
  standard(
    'omits the status',
    'EVB-003',
    body((event) => {
      delete event['status']
    }),
  ),
  standard(
    'sends an outcome that is an object',
    'EVB-005',
    body((event) => {
      event['outcome'] = {}
    }),
  ),
  standard(
    'sends times in another time zone',
    'EVB-007',
    body((event) => {
      event['occurredAt'] = '2026-11-21T10:00:00+01:00'
    }),
  ),
  standard(
    'sends times in seconds',
    'EVB-007',
    body((event) => {
      event['occurredAt'] = 1_790_000_000
    }),
  ),
  standard(
    'puts the name of the reviewer in decisionSource',
    ['EVB-026', 'EVB-027'],
    body((event) => {
      event['decisionSource'] = 'reviewer Ana: too blurred'
    }),
    'webhooks.event-completed-by-reviewer',
  ),
  standard(
    "sends the applicant's day of birth",
    'EVB-011',
    body((event) => {
      event['applicant'] = { dateOfBirth: '1987-06-05' }
    }),
  ),
  {
    name: 'sends the metadata of a session',
    killedBy: 'webhooks.event-cancelled',
    breaks: 'EVB-011',
    fault: () => {
      let metadata: unknown
      return {
        request(request) {
          if (creates(request))
            metadata = (JSON.parse(request.body.toString()) as JsonObject)['metadata'] ?? metadata
        },
        delivery(one) {
          const event = JSON.parse(one.body.toString()) as JsonObject
          one.body = Buffer.from(JSON.stringify({ ...event, metadata }))
        },
      }
    },
  },
  standard(
    'sends mode without type',
    'HDR-007',
    body((event) => {
      delete event['type']
    }),
  ),
  standard('sends no version', 'HDR-001', without(VERSION)),
  standard('sends version 2', ['HDR-002', 'VER-003'], withHeader(VERSION, '2')),
  standard(
    'sends a verdict for a cancelled session',
    'EVB-006',
    body((event) => {
      event['outcome'] = 'declined'
    }),
    'webhooks.event-cancelled',
  ),
  standard(
    'sends the status before the event',
    'EVB-003',
    body((event) => {
      event['status'] = 'created'
    }),
    'webhooks.event-cancelled',
  ),
  standard(
    'sends the status of a session in progress when one is cancelled',
    'EVB-003',
    body((event) => {
      event['status'] = 'in_progress'
    }),
    'webhooks.event-cancelled',
  ),
  standard(
    'reports an abandoned session as expired',
    'EVT-010',
    body((event) => {
      event['status'] = 'abandoned'
    }),
    'webhooks.event-expired',
  ),
  standard(
    'declines an applicant who did not finish',
    'EVT-011',
    body((event) => {
      event['outcome'] = 'declined'
    }),
    'webhooks.event-expired',
  ),
  ...DECIDED.map(([id, breaks]): Mutant => ({
    name: `sends a decisionSource without a decision, in ${id}`,
    killedBy: `webhooks.${id}`,
    breaks,
    fault: body((event) => {
      event['decisionSource'] = 'automatic'
    }),
  })),
  standard(
    'sends a verdict with a flag',
    'EVT-007',
    body((event) => {
      event['outcome'] = 'declined'
    }),
    'webhooks.event-form-flagged',
  ),
  standard(
    'sends a decisionSource with a flag',
    'EVT-007',
    body((event) => {
      event['decisionSource'] = 'automatic'
    }),
    'webhooks.event-form-flagged',
  ),
  ...(['cancelled', 'manual-review'] as const).map((name) =>
    standard(
      `sends the status completed in the event ${name}`,
      'EVB-003',
      body((event) => {
        event['status'] = 'completed'
      }),
      `webhooks.event-${name}`,
    ),
  ),
  standard(
    'sends the answers with a flag',
    'EVT-008',
    () => {
      let answer: unknown
      return {
        state(use) {
          answer = use.params['answer'] ?? answer
        },
        delivery(one) {
          one.body = Buffer.from(
            JSON.stringify({ ...(JSON.parse(one.body.toString()) as JsonObject), answer }),
          )
        },
      }
    },
    'webhooks.event-form-flagged',
  ),

  ...['cancelled', 'completed', 'awaiting_review'].map((state): Mutant => ({
    name: `sends the time of the creation of a session that is ${state}`,
    killedBy: 'webhooks.time-of-the-transition',
    breaks: 'EVB-007',
    fault: () => {
      const created = new Map<unknown, string>()
      return {
        ...answers(creates, ({ body: sent }) => {
          const { data } = JSON.parse(sent.toString()) as { data?: JsonObject }
          created.set(data?.['id'], new Date().toISOString())
        })(),
        ...body((event) => {
          if (event['status'] === state) event['occurredAt'] = created.get(event['sessionId'])
        })(),
      }
    },
  })),
  ...[1, -1].map((hours): Mutant => ({
    name: `sends times that are ${hours} hours off`,
    killedBy: 'webhooks.event-completed',
    breaks: 'EVB-007',
    fault: () => ({
      delivery(delivery) {
        const body = JSON.parse(delivery.body.toString()) as JsonObject
        const time = Date.parse(String(body['occurredAt']))
        if (Number.isNaN(time)) return
        body['occurredAt'] = new Date(time + hours * HOUR_MS).toISOString()
        delivery.body = Buffer.from(JSON.stringify(body))
      },
    }),
  })),
  ...['completed', 'cancelled', 'manual_review_requested', 'expired'].map((state) =>
    leaking(state, 'cancelled', 'webhooks.no-other-events'),
  ),
  ...['form_flagged', 'document_signed', 'document_declined'].map((state) =>
    leaking(state, 'form_flagged', 'webhooks.chosen-occurrences'),
  ),
]
