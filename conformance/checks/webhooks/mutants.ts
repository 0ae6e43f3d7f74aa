import { createHmac } from 'node:crypto'
import type { JsonObject } from '../../http/json.ts'
import { secretBytes } from '../../receiver/signature.ts'
import type { Fault, ProxiedDelivery } from '../../self-test/proxy.ts'
import type { Mutant } from '../../self-test/wire-faults.ts'

const CANCELLED = 'kyc.session.cancelled'

/** Changes the body of each event on its way; the ping has none of its members. */
const body =
  (change: (body: JsonObject) => void): (() => Fault) =>
  () => ({
    delivery(delivery) {
      const json = JSON.parse(delivery.body.toString()) as JsonObject
      if ('sessionId' in json) change(json)
      delivery.body = Buffer.from(JSON.stringify(json))
    },
  })

const headers =
  (change: (headers: ProxiedDelivery['headers']) => ProxiedDelivery['headers']): (() => Fault) =>
  () => ({
    delivery(delivery) {
      delivery.headers = change(delivery.headers)
    },
  })

const without = (name: string): (() => Fault) =>
  headers((all) => all.filter(([sent]) => sent.toLowerCase() !== name.toLowerCase()))

const withHeader = (name: string, value: string): (() => Fault) =>
  headers((all) => [
    ...all.filter(([sent]) => sent.toLowerCase() !== name.toLowerCase()),
    [name, value],
  ])

const VERSION = 'X-Webhook-Event-Version'

/** Of every event with the standard body, so each is tried on one of them. */
const standard = (
  name: string,
  breaks: Mutant['breaks'],
  fault: () => Fault,
  killedBy = 'webhooks.event-completed',
): Mutant => ({ name, killedBy, breaks, fault })

/** Never arrives. */
const lost: () => Fault = () => ({ delivery: () => 0 })

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

const stateful = (make: () => Fault): (() => Fault) => make

/** Whatever comes a second time about a session is another text. */
const madeAnew: () => Fault = stateful(() => {
  const seen = new Set<unknown>()
  return {
    delivery(delivery) {
      const { sessionId } = JSON.parse(delivery.body.toString()) as JsonObject
      if (seen.has(sessionId)) delivery.body = Buffer.from(`${delivery.body.toString()} `)
      seen.add(sessionId)
    },
  }
})

export const WEBHOOKS_MUTANTS: readonly Mutant[] = [
  ...SILENT.map(([id, breaks]): Mutant => ({
    name: `does not deliver what ${id} waits for`,
    killedBy: `webhooks.${id}`,
    breaks,
    fault: lost,
  })),
  standard(
    'calls its events in capitals',
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
    'signs with something else',
    'EVT-002',
    withHeader('X-Webhook-Signature', `v1=${'0'.repeat(64)}`),
  ),
  standard(
    'leaves the outcome out',
    ['EVB-001', 'EVB-005'],
    body((event) => {
      delete event['outcome']
    }),
  ),
  standard(
    'names the session otherwise',
    ['EVB-002', 'EVB-012'],
    body((event) => {
      event['sessionId'] = { id: event['sessionId'] }
    }),
    'webhooks.event-cancelled',
  ),
  standard(
    'leaves the status out',
    'EVB-003',
    body((event) => {
      delete event['status']
    }),
  ),
  standard(
    'gives an outcome that is an object',
    'EVB-005',
    body((event) => {
      event['outcome'] = {}
    }),
  ),
  standard(
    'writes times in its own zone',
    'EVB-007',
    body((event) => {
      event['occurredAt'] = '2026-11-21T10:00:00+01:00'
    }),
  ),
  standard(
    'writes times in seconds',
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
  standard(
    'sends mode without type',
    'HDR-007',
    body((event) => {
      delete event['type']
    }),
  ),
  standard('sends no version', 'HDR-001', without(VERSION)),
  standard('is at version 2', ['HDR-002', 'VER-003'], withHeader(VERSION, '2')),
  standard(
    'gives a verdict to what is cancelled',
    'EVB-006',
    body((event) => {
      event['outcome'] = 'declined'
    }),
    'webhooks.event-cancelled',
  ),
  standard(
    'calls expired what is abandoned',
    'EVT-010',
    body((event) => {
      event['status'] = 'abandoned'
    }),
    'webhooks.event-expired',
  ),
  standard(
    'declines who did not finish',
    'EVT-011',
    body((event) => {
      event['outcome'] = 'declined'
    }),
    'webhooks.event-expired',
  ),
  ...DECIDED.map(([id, breaks]): Mutant => ({
    name: `says that it decided, in ${id}`,
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

  {
    name: 'sends every type to everybody',
    killedBy: 'webhooks.chosen-types',
    breaks: 'SUB-003',
    fault: () => ({
      state(use) {
        if (use.state === 'webhook_subscription') delete use.params['events']
      },
    }),
  },
  {
    name: 'takes no subscription to what is reserved',
    killedBy: 'webhooks.chosen-types',
    breaks: 'EVT-018',
    fault: () => ({
      bindings({ params }, bindings) {
        if (params['events']) bindings['refused'] = true
      },
    }),
  },
  {
    name: 'sends what is reserved',
    killedBy: 'webhooks.chosen-types',
    breaks: 'EVT-019',
    fault: body((event) => {
      if (event['type'] === CANCELLED) event['type'] = 'kyc.session.skipped_by_applicant'
    }),
  },
  {
    name: 'takes plain HTTP',
    killedBy: 'webhooks.https-only',
    breaks: 'SUB-002',
    fault: () => ({
      bindings(_, bindings) {
        bindings['refused'] = false
      },
    }),
  },
  {
    name: 'takes no address',
    killedBy: 'webhooks.https-only',
    breaks: 'SUB-001',
    fault: () => ({
      bindings(_, bindings) {
        bindings['refused'] = true
      },
    }),
  },
  {
    name: 'has secrets of 16 bytes',
    killedBy: 'webhooks.secrets',
    breaks: 'SUB-004',
    fault: () => ({
      bindings(_, bindings) {
        if (bindings['secret'])
          bindings['secret'] = `whsec_${Buffer.alloc(16, 7).toString('base64')}`
      },
    }),
  },
  {
    name: 'has one secret for all',
    killedBy: 'webhooks.secrets',
    breaks: 'SUB-005',
    fault: () => {
      let first: unknown
      return {
        bindings(_, bindings) {
          if (bindings['secret']) bindings['secret'] = first ??= bindings['secret']
        },
      }
    },
  },
  {
    name: 'gives the old secret when it is rotated',
    killedBy: 'webhooks.secrets',
    breaks: ['SUB-008', 'HDR-017'],
    fault: () => {
      let old: unknown
      return {
        bindings({ state }, bindings) {
          if (state === 'webhook_subscription') old ??= bindings['secret']
          if (state === 'rotated_webhook_secret') bindings['secret'] = old
        },
      }
    },
  },
  {
    name: 'signs the version with the body',
    killedBy: 'webhooks.secrets',
    breaks: ['HDR-014', 'HDR-005'],
    fault: () => {
      let secret = ''
      return {
        bindings(_, bindings) {
          if (typeof bindings['secret'] === 'string') secret ||= bindings['secret']
        },
        delivery(one) {
          const hex = createHmac('sha256', secretBytes(secret)!)
            .update(`1.${one.body.toString()}`)
            .digest('hex')
          one.headers = withSignature(one.headers, `v1=${hex}`)
        },
      }
    },
  },
  {
    name: 'sends live events to test endpoints',
    killedBy: 'webhooks.test-events-to-test-endpoints',
    breaks: 'PLN-030',
    fault: () => ({
      state(use) {
        if (use.state === 'webhook_subscription') use.params['mode'] = 'live'
      },
    }),
  },
  {
    name: 'sends abroad what happened here',
    killedBy: 'webhooks.nothing-from-the-other-region',
    breaks: 'PLN-015',
    fault: () => {
      let url: unknown
      return {
        state(use) {
          if (use.state === 'webhook_subscription') use.params['url'] = url ??= use.params['url']
        },
      }
    },
  },

  {
    name: 'makes the body of a retry anew',
    killedBy: 'webhooks.retry-sends-the-same-bytes',
    breaks: 'EVB-014',
    fault: madeAnew,
  },
  {
    name: 'makes the body of a replay anew',
    killedBy: 'webhooks.replay-sends-the-same-bytes',
    breaks: ['EVB-015', 'EVB-016'],
    fault: madeAnew,
  },
  {
    name: 'backfills the mode',
    killedBy: 'webhooks.old-events',
    breaks: 'EVB-013',
    fault: body((event) => {
      event['mode'] ??= 'test'
    }),
  },
  {
    name: 'backfills the type',
    killedBy: 'webhooks.old-events',
    breaks: ['EVB-013', 'EVB-016'],
    fault: body((event) => {
      event['type'] ??= 'kyc.session.completed'
    }),
  },
  {
    name: 'backfills who decided',
    killedBy: 'webhooks.old-events',
    breaks: 'EVB-021',
    fault: body((event) => {
      event['decisionSource'] ??= 'automatic'
    }),
  },
  {
    name: 'sends old events without a version',
    killedBy: 'webhooks.old-events',
    breaks: ['HDR-001', 'HDR-008'],
    fault: without(VERSION),
  },
  {
    name: 'does not mark pings',
    killedBy: 'webhooks.test-ping',
    breaks: 'HDR-006',
    fault: without('X-Webhook-Origin'),
  },
  {
    name: 'gives pings a version',
    killedBy: 'webhooks.test-ping',
    breaks: 'HDR-009',
    fault: withHeader(VERSION, '1'),
  },
  {
    name: 'does not say test in a live ping',
    killedBy: 'webhooks.live-ping',
    breaks: 'HDR-011',
    fault: () => ({
      delivery(one) {
        const { test: _, ...others } = JSON.parse(one.body.toString()) as JsonObject
        one.body = Buffer.from(JSON.stringify(others))
      },
    }),
  },
]

function withSignature(all: ProxiedDelivery['headers'], value: string): ProxiedDelivery['headers'] {
  return [
    ...all.filter(([name]) => name.toLowerCase() !== 'x-webhook-signature'),
    ['X-Webhook-Signature', value],
  ]
}
