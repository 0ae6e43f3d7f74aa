import { OCCURRENCES } from '../../check/resources/event-types.ts'
import type { JsonObject } from '../../http/json.ts'
import type { Fault } from '../../self-test/proxy.ts'
import type { Mutant } from '../../self-test/wire-faults.ts'

/** Changes events of live mode on their way. */
const liveEvent =
  (change: (body: JsonObject) => void): (() => Fault) =>
  () => ({
    delivery(delivery) {
      const body = JSON.parse(delivery.body.toString()) as JsonObject
      if (body['mode'] === 'live') change(body)
      delivery.body = Buffer.from(JSON.stringify(body))
    },
  })

/** Changes a header of the events of live mode. */
const liveHeader =
  (form: RegExp, change: (value: string) => string): (() => Fault) =>
  () => ({
    delivery(delivery) {
      if ((JSON.parse(delivery.body.toString()) as JsonObject)['mode'] !== 'live') return
      for (const header of delivery.headers) if (form.test(header[0])) header[1] = change(header[1])
    },
  })

const live = (name: string, breaks: Mutant['breaks'], fault: () => Fault): Mutant => ({
  name,
  killedBy: 'webhooks.live-events',
  breaks,
  fault,
})

/** Faults in the events of live mode. */
export const LIVE_EVENT_MUTANTS: readonly Mutant[] = [
  live(
    'sends mode test in live events',
    'EVB-008',
    liveEvent((body) => {
      body['mode'] = 'test'
    }),
  ),
  live(
    'omits decisionSource in live mode',
    ['STA-005', 'EVB-010'],
    liveEvent((body) => {
      delete body['decisionSource']
    }),
  ),
  live(
    'sends a decisionSource for a cancelled live session',
    'EVB-018',
    liveEvent((body) => {
      body['decisionSource'] ??= 'automatic'
    }),
  ),
  live(
    'omits the time in live mode',
    'EVB-001',
    liveEvent((body) => {
      delete body['occurredAt']
    }),
  ),
  live(
    'sends no outcome of a live decision',
    'STA-004',
    liveEvent((body) => {
      body['outcome'] = null
    }),
  ),
  live(
    'approves each live session',
    'STA-004',
    liveEvent((body) => {
      if (body['outcome'] === 'declined') body['outcome'] = 'approved'
    }),
  ),
  live(
    'sends a verdict for an expired live session',
    'EVB-006',
    liveEvent((body) => {
      if (body['status'] === 'expired') body['outcome'] = 'declined'
    }),
  ),
  live(
    'sends a wrong signature with live events',
    'EVT-002',
    liveHeader(/signature/i, (value) => `${value.slice(0, -4)}0000`),
  ),
  live(
    'sends version 2 in live mode',
    ['HDR-002', 'VER-003'],
    liveHeader(/event-version/i, () => '2'),
  ),
  live(
    'sends live events under another type',
    'EVB-009',
    liveEvent((body) => {
      body['type'] = 'kyc.session.ended'
    }),
  ),
]

/** Sends events of live mode to endpoints of test mode. */
export const OCCURRENCE_MODE_MUTANTS: readonly Mutant[] = [
  {
    name: 'sends live events to test endpoints if there is no live one',
    killedBy: 'webhooks.live-events-without-live-endpoints',
    breaks: 'PLN-030',
    fault: () => {
      let live: string | undefined
      return {
        bindings({ state, params }, { session_id }) {
          if (state === 'session' && params['mode'] === 'live') live = String(session_id)
        },
        delivery(one) {
          const body = JSON.parse(one.body.toString()) as JsonObject
          return [one.body, Buffer.from(JSON.stringify({ ...body, sessionId: live }))]
        },
      }
    },
  },
  ...OCCURRENCES.map((type): Mutant => ({
    name: `sends live events ${type} to test endpoints`,
    killedBy: 'webhooks.occurrences-of-one-mode',
    breaks: 'PLN-030',
    fault: () => ({
      state({ state, params }) {
        if (state !== 'webhook_subscription' || params['mode'] === 'live') return
        params['mode'] = 'live'
        params['events'] = [type]
      },
    }),
  })),
]
