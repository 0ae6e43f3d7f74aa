import type { JsonObject } from '../../http/json.ts'
import type { Fault, JsonBody } from '../../self-test/proxy.ts'
import { creates, type Mutant, sending } from '../../self-test/wire-faults.ts'

const OTHER_REGION = 'webhooks.events-of-the-other-region'
const REVIEWED = 'webhooks.after-a-review'
const FORM = 'webhooks.after-a-review-of-a-form'
const PARKED = 'kyc.session.manual_review_requested'

/** Changes every event: during this check, all events are from the other region. */
const inOtherRegion = (
  name: string,
  breaks: string,
  change: (body: JsonObject) => void,
): Mutant => ({
  name,
  killedBy: OTHER_REGION,
  breaks,
  fault: () => ({
    delivery(delivery) {
      const body = JSON.parse(delivery.body.toString()) as JsonObject
      change(body)
      delivery.body = Buffer.from(JSON.stringify(body))
    },
  }),
})

/** Changes an event of a session by its first one. */
function changingLaterEvents(change: (body: JsonObject, first: JsonObject) => void): () => Fault {
  return () => {
    const firsts = new Map<unknown, JsonObject>()
    return {
      delivery(delivery) {
        const body = JSON.parse(delivery.body.toString()) as JsonObject
        const first = firsts.get(body['sessionId'])
        if (body['type'] === PARKED) firsts.set(body['sessionId'], { ...body })
        if (first) change(body, first)
        delivery.body = Buffer.from(JSON.stringify(body))
      },
    }
  }
}

/** Faults in events of the other region, and in later events of a session. */
export const OTHER_REGION_EVENT_MUTANTS: readonly Mutant[] = [
  inOtherRegion('sends mode live in all events of the other region', 'EVB-008', (body) => {
    body['mode'] = 'live'
  }),
  inOtherRegion('sends no decisionSource in the other region', 'STA-005', (body) => {
    delete body['decisionSource']
  }),
  inOtherRegion('sends a decisionSource in each event of the other region', 'EVB-018', (body) => {
    body['decisionSource'] ??= 'automatic'
  }),
  inOtherRegion('sends no time in the other region', 'EVB-001', (body) => {
    delete body['occurredAt']
  }),
  inOtherRegion('sends other session ids in the other region', 'EVB-002', (body) => {
    body['sessionId'] = `${String(body['sessionId'])}x`
  }),
  {
    name: 'sends no version in the other region',
    killedBy: OTHER_REGION,
    breaks: ['HDR-001', 'HDR-002'],
    fault: () => ({
      delivery({ headers }) {
        const at = headers.findIndex(([name]) => /^x-webhook-event-version$/i.test(name))
        if (at >= 0) headers.splice(at, 1)
      },
    }),
  },
  {
    name: 'sends decisionSource automatic after a review',
    killedBy: REVIEWED,
    breaks: 'STA-005',
    fault: changingLaterEvents((body) => {
      if (body['decisionSource'] === 'reviewer') body['decisionSource'] = 'automatic'
    }),
  },
  {
    name: 'sends the outcome declined for a lapsed review',
    killedBy: REVIEWED,
    breaks: ['STA-012', 'STA-013'],
    fault: changingLaterEvents((body) => {
      body['outcome'] ??= 'declined'
    }),
  },
  {
    name: 'sends a decisionSource for a lapsed review',
    killedBy: REVIEWED,
    breaks: 'EVB-019',
    fault: changingLaterEvents((body) => {
      body['decisionSource'] ??= 'reviewer'
    }),
  },
  {
    name: 'repeats the type of the first event of a session',
    killedBy: REVIEWED,
    breaks: 'EVB-009',
    fault: changingLaterEvents((body, first) => {
      body['type'] = first['type']
    }),
  },
  {
    name: 'sends the outcome of the checks after the review of an unreadable document',
    killedBy: REVIEWED,
    breaks: 'STA-005',
    fault: () => {
      const unreadable = new Set<unknown>()
      return {
        response(request, response) {
          if (!sending(creates, (body) => body['expected_outcome'] === 'doc_quality')(request))
            return
          unreadable.add((JSON.parse(response.body.toString()) as JsonBody).data.id)
        },
        ...changingLaterEvents((body) => {
          if (unreadable.has(body['sessionId']) && body['outcome'] === 'approved')
            body['outcome'] = 'declined'
        })(),
      }
    },
  },
  {
    name: 'sends the outcome of the checks after the review of a flagged form',
    killedBy: FORM,
    breaks: 'STA-005',
    fault: changingLaterEvents((body) => {
      if (body['outcome'] === 'declined') body['outcome'] = 'approved'
    }),
  },
  {
    name: 'sends decisionSource automatic after the review of a flagged form',
    killedBy: FORM,
    breaks: 'STA-005',
    fault: changingLaterEvents((body) => {
      if (body['decisionSource'] === 'reviewer') body['decisionSource'] = 'automatic'
    }),
  },
  {
    name: 'sends the outcome of the checks for a flagged form that lapsed in review',
    killedBy: FORM,
    breaks: ['STA-012', 'STA-013'],
    fault: changingLaterEvents((body) => {
      if (body['type'] === 'kyc.session.expired') body['outcome'] = 'approved'
    }),
  },
  {
    name: 'sends a decisionSource for a flagged form that lapsed in review',
    killedBy: FORM,
    breaks: 'EVB-019',
    fault: changingLaterEvents((body) => {
      if (body['type'] === 'kyc.session.expired') body['decisionSource'] = 'automatic'
    }),
  },
]
