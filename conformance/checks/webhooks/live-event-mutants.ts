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
    'calls live events otherwise',
    'EVB-009',
    liveEvent((body) => {
      body['type'] = 'kyc.session.ended'
    }),
  ),
]
