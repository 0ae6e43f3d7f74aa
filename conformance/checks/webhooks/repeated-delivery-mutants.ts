import type { Fault, ProxiedDelivery } from '../../self-test/proxy.ts'
import type { Mutant } from '../../self-test/wire-faults.ts'
import { VERSION, withSignature } from './delivery-faults.ts'

/** Changes each delivery of an event after the first one. */
const repeated = (change: (delivery: ProxiedDelivery) => void) => (): Fault => {
  const sent = new Set<string>()
  return {
    delivery(delivery) {
      const text = delivery.body.toString()
      if (sent.has(text)) change(delivery)
      sent.add(text)
    },
  }
}

const unversioned = repeated((delivery) => {
  delivery.headers = delivery.headers.filter(
    ([name]) => name.toLowerCase() !== VERSION.toLowerCase(),
  )
})

const unsigned = repeated((delivery) => {
  delivery.headers = withSignature(delivery.headers, 'v1=')
})

/** Headers of retries and replays. */
export const REPEATED_DELIVERY_MUTANTS: readonly Mutant[] = (['retry', 'replay'] as const).flatMap(
  (what) => [
    {
      name: `omits the version from a ${what}`,
      killedBy: `webhooks.${what}-sends-the-same-bytes`,
      breaks: ['HDR-001', 'HDR-002'],
      fault: unversioned,
    },
    {
      name: `does not sign a ${what}`,
      killedBy: `webhooks.${what}-sends-the-same-bytes`,
      breaks: 'EVT-002',
      fault: unsigned,
    },
  ],
)

/** Announces the outcome of a completed session once more, with a new time. */
export const NEW_RUN_EVENT_MUTANTS: readonly Mutant[] = [
  {
    name: 'announces the outcome again after a re-verification',
    killedBy: 'webhooks.new-run-assigns-no-outcome',
    breaks: 'EVT-003',
    fault: () => {
      let first: Buffer | undefined
      return {
        delivery({ body }) {
          const event = JSON.parse((first ?? body).toString()) as object
          const again = { ...event, occurredAt: '2026-11-29T00:00:00.000Z' }
          const isLater = first !== undefined
          first ??= body
          if (isLater) return [Buffer.from(JSON.stringify(again)), body]
        },
      }
    },
  },
]

const versionedLater: () => Fault = () => {
  let pings = 0
  return {
    delivery({ headers }) {
      if (headers.some(([, value]) => value === 'test_ping') && ++pings > 1)
        headers.push([VERSION, '1'])
    },
  }
}

/** Headers of further pings. */
export const LATER_PING_MUTANTS: readonly Mutant[] = (['test', 'live'] as const).map((mode) => ({
  name: `sends a version with each ping but the first, in ${mode} mode`,
  killedBy: `webhooks.${mode}-ping`,
  breaks: 'HDR-009',
  fault: versionedLater,
}))

const EVERY_TYPE = 'webhooks.every-type-at-one-endpoint'
const SESSION = 'kyc.session.'

/** Faults of a subscription that names many types. */
export const MANY_TYPES_MUTANTS: readonly Mutant[] = [
  ...(
    [
      ['the first five types', (types: string[]) => types.slice(0, 5)],
      ['the last five types', (types: string[]) => types.slice(-5)],
      [
        'all types but the occurrences, if it names both',
        (types: string[]) => types.filter((one) => !/flagged|document/.test(one)),
      ],
    ] as const
  ).map(([what, kept]): Mutant => ({
    name: `keeps of a subscription ${what}`,
    killedBy: EVERY_TYPE,
    breaks: 'SUB-003',
    fault: () => ({
      state({ state, params }) {
        const { events } = params
        if (state === 'webhook_subscription' && Array.isArray(events) && events.length > 5)
          params['events'] = kept(events as string[])
      },
    }),
  })),
  {
    name: 'delivers the reserved type where all types are named',
    killedBy: EVERY_TYPE,
    breaks: 'EVT-019',
    fault: () => ({
      delivery(delivery) {
        const text = delivery.body.toString()
        if (text.includes(`${SESSION}document_declined`))
          return [
            delivery.body,
            Buffer.from(
              text.replace(`${SESSION}document_declined`, `${SESSION}skipped_by_applicant`),
            ),
          ]
      },
    }),
  },
]
