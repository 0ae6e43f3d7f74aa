import { createHmac } from 'node:crypto'
import type { JsonObject } from '../../http/json.ts'
import { secretBytes } from '../../receiver/signature.ts'
import type { Fault } from '../../self-test/proxy.ts'
import type { Mutant } from '../../self-test/wire-faults.ts'
import { body, VERSION, withHeader, without, withSignature } from './delivery-faults.ts'

const CANCELLED = 'kyc.session.cancelled'
const COMPLETED = 'kyc.session.completed'

const stateful = (make: () => Fault): (() => Fault) => make

/** Changes every further event about a session. */
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
  {
    name: 'sends every type to every subscription',
    killedBy: 'webhooks.chosen-types',
    breaks: 'SUB-003',
    fault: () => ({
      state(use) {
        if (use.state === 'webhook_subscription') delete use.params['events']
      },
    }),
  },
  ...['kyc.session.expired', 'kyc.session.manual_review_requested'].map((type): Mutant => ({
    name: `sends ${type} to each subscription`,
    killedBy: 'webhooks.chosen-types',
    breaks: 'SUB-003',
    fault: () => ({
      state({ state, params }) {
        if (state === 'webhook_subscription' && Array.isArray(params['events']))
          params['events'] = [...new Set([...(params['events'] as string[]), type])]
      },
    }),
  })),
  ...['kyc.session.form_flagged', 'kyc.session.document_declined'].map((type): Mutant => ({
    name: `sends ${type} to each subscription`,
    killedBy: 'webhooks.chosen-occurrences',
    breaks: 'SUB-003',
    fault: () => ({
      state({ state, params }) {
        if (state === 'webhook_subscription' && Array.isArray(params['events']))
          params['events'] = [...new Set([...(params['events'] as string[]), type])]
      },
    }),
  })),
  ...['kyc.session.form_flagged', 'kyc.session.document_declined'].map((type): Mutant => ({
    name: `sends ${type} to each subscription with kyc.session.completed`,
    killedBy: 'webhooks.chosen-occurrences',
    breaks: 'SUB-003',
    fault: () => ({
      state({ state, params }) {
        const events = params['events']
        if (state === 'webhook_subscription' && Array.isArray(events) && events.includes(COMPLETED))
          params['events'] = [...new Set([...(events as string[]), type])]
      },
    }),
  })),
  {
    name: 'accepts no subscription to a reserved type',
    killedBy: 'webhooks.chosen-types',
    breaks: 'EVT-018',
    fault: () => ({
      bindings({ params }, bindings) {
        if (params['events']) bindings['refused'] = true
      },
    }),
  },
  {
    name: 'sends reserved types',
    killedBy: 'webhooks.chosen-types',
    breaks: 'EVT-019',
    fault: body((event) => {
      if (event['type'] === CANCELLED) event['type'] = 'kyc.session.skipped_by_applicant'
    }),
  },
  {
    name: 'accepts plain HTTP',
    killedBy: 'webhooks.https-only',
    breaks: 'SUB-002',
    fault: () => ({
      bindings(_, bindings) {
        bindings['refused'] = false
      },
    }),
  },
  {
    name: 'rejects every address',
    killedBy: 'webhooks.https-only',
    breaks: 'SUB-001',
    fault: () => ({
      bindings(_, bindings) {
        bindings['refused'] = true
      },
    }),
  },
  {
    name: 'creates secrets of 16 bytes',
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
    name: 'creates one secret for all subscriptions',
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
    name: 'returns the old secret after a rotation',
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
    name: 'sends events to another region',
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
    name: 'rebuilds the body of a retry',
    killedBy: 'webhooks.retry-sends-the-same-bytes',
    breaks: 'EVB-014',
    fault: madeAnew,
  },
  {
    name: 'rebuilds the body of the third attempt',
    killedBy: 'webhooks.retry-sends-the-same-bytes',
    breaks: 'EVB-014',
    fault: () => {
      let attempts = 0
      return {
        delivery(delivery) {
          if (++attempts > 2) delivery.body = Buffer.from(`${delivery.body.toString()} `)
        },
      }
    },
  },
  {
    name: 'rebuilds the body of a replay',
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
    name: 'adds the mode to a replayed old event',
    killedBy: 'webhooks.old-events-replayed',
    breaks: 'EVB-016',
    fault: () => {
      const seen = new Set<unknown>()
      return {
        delivery(delivery) {
          const event = JSON.parse(delivery.body.toString()) as JsonObject
          if ('mode' in event) return
          if (seen.has(event['sessionId']))
            delivery.body = Buffer.from(JSON.stringify({ ...event, mode: 'test' }))
          seen.add(event['sessionId'])
        },
      }
    },
  },
  {
    name: 'adds a decision source to old events',
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
    name: 'sends a version with pings',
    killedBy: 'webhooks.test-ping',
    breaks: 'HDR-009',
    fault: withHeader(VERSION, '1'),
  },
  {
    name: 'sends mode test in a live ping',
    killedBy: 'webhooks.live-ping',
    breaks: 'HDR-011',
    fault: () => ({
      delivery(one) {
        const ping = JSON.parse(one.body.toString()) as JsonObject
        one.body = Buffer.from(JSON.stringify({ ...ping, mode: 'test' }))
      },
    }),
  },
  {
    name: 'omits test in a live ping',
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
