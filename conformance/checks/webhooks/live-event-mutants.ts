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
    'says test in live events',
    'EVB-008',
    liveEvent((body) => {
      body['mode'] = 'test'
    }),
  ),
  live(
    'leaves decisionSource out in live mode',
    ['STA-005', 'EVB-010'],
    liveEvent((body) => {
      delete body['decisionSource']
    }),
  ),
  live(
    'says that a cancelled live session was decided',
    'EVB-018',
    liveEvent((body) => {
      body['decisionSource'] ??= 'automatic'
    }),
  ),
  live(
    'leaves the time out in live mode',
    'EVB-001',
    liveEvent((body) => {
      delete body['occurredAt']
    }),
  ),
  live(
    'gives an expired live session a verdict',
    'EVB-006',
    liveEvent((body) => {
      if (body['status'] === 'expired') body['outcome'] = 'declined'
    }),
  ),
  live(
    'signs live events with something else',
    'EVT-002',
    liveHeader(/signature/i, (value) => `${value.slice(0, -4)}0000`),
  ),
  live(
    'is at version 2 in live mode',
    ['HDR-002', 'VER-003'],
    liveHeader(/event-version/i, () => '2'),
  ),
  live(
    'calls live events otherwise',
    'EVB-009',
    liveEvent((body) => {
      body['type'] = 'kyc.session.ended'
    }),
  ),
]
