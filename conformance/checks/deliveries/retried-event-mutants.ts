import type { JsonObject } from '../../http/json.ts'
import type { Fault, ProxiedDelivery } from '../../self-test/proxy.ts'
import type { Mutant } from '../../self-test/wire-faults.ts'
import { VERSION, withSignature } from '../webhooks/delivery-faults.ts'

const KILLED_BY = 'deliveries.retry-of-each-event'

/** Changes each delivery of an event after the first one, for the types that a pattern matches. */
const retried = (types: RegExp, change: (delivery: ProxiedDelivery) => void) => (): Fault => {
  const sent = new Set<string>()
  return {
    delivery(delivery) {
      const text = delivery.body.toString()
      if (sent.has(text) && types.test(text)) change(delivery)
      sent.add(text)
    },
  }
}

const unversioned = (delivery: ProxiedDelivery): void => {
  delivery.headers = delivery.headers.filter(
    ([name]) => name.toLowerCase() !== VERSION.toLowerCase(),
  )
}

/** Faults in retries of some types. */
export const RETRIED_EVENT_MUTANTS: readonly Mutant[] = [
  {
    name: 'omits the version from a retry of an e-signature event',
    killedBy: KILLED_BY,
    breaks: ['HDR-001', 'HDR-002'],
    fault: retried(/kyc\.session\.document_/, unversioned),
  },
  {
    name: 'omits the version from a retry of a flagged form',
    killedBy: KILLED_BY,
    breaks: ['HDR-001', 'HDR-002'],
    fault: retried(/kyc\.session\.form_flagged/, unversioned),
  },
  {
    name: 'omits the type from a retry of a requested review',
    killedBy: KILLED_BY,
    breaks: 'EVB-014',
    fault: retried(/kyc\.session\.manual_review_requested/, (delivery) => {
      const { type: _type, ...rest } = JSON.parse(delivery.body.toString()) as JsonObject
      delivery.body = Buffer.from(JSON.stringify(rest))
    }),
  },
  {
    name: 'does not sign a retry of an expiry',
    killedBy: KILLED_BY,
    breaks: 'EVT-002',
    fault: retried(/kyc\.session\.expired/, (delivery) => {
      delivery.headers = withSignature(delivery.headers, 'v1=')
    }),
  },
]
