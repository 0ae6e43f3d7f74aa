import type { JsonObject } from '../../http/json.ts'
import type { Mutant } from '../../self-test/wire-faults.ts'

const live = (name: string, breaks: string, change: (body: JsonObject) => void): Mutant => ({
  name,
  killedBy: 'esign.live-events',
  breaks,
  fault: () => ({
    delivery(delivery) {
      const body = JSON.parse(delivery.body.toString()) as JsonObject
      if (body['mode'] === 'live' && Array.isArray(body['documents'])) change(body)
      delivery.body = Buffer.from(JSON.stringify(body))
    },
  }),
})

/** Faults in the e-signature events of live mode. */
export const LIVE_SIGNING_MUTANTS: readonly Mutant[] = [
  live('sends the mode test in live events of signing', 'EVE-012', (body) => {
    body['mode'] = 'test'
  }),
  live('sends no type in live events of signing', 'EVE-013', (body) => {
    delete body['type']
  }),
  live('sends no time of a live signature', 'EVE-010', (body) => {
    delete body['signedAt']
  }),
  live('sends no time when a live signer declines', 'EVE-011', (body) => {
    delete body['declinedAt']
  }),
  live('sends a hash when a live signer declines', 'EVE-009', (body) => {
    for (const one of body['documents'] as JsonObject[])
      if (body['declinedAt']) one['finalHash'] = 'a'.repeat(64)
  }),
]
