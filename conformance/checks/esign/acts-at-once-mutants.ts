import { isObject, type JsonObject } from '../../http/json.ts'
import type { Fault } from '../../self-test/proxy.ts'
import { isSession, json, type Mutant } from '../../self-test/wire-faults.ts'
import { inVerifyResponse } from '../verify/verify-faults.ts'
import { DECLINED, SIGNED } from './event-expectations.ts'

const COMPLETED = 'kyc.session.completed'
const CANCELLED = 'kyc.session.cancelled'

/** Sends another event beside each event of a type. */
const beside = (type: string, other: (event: JsonObject) => JsonObject) => (): Fault => ({
  delivery({ body }) {
    const event = JSON.parse(body.toString()) as JsonObject
    if (event['type'] === type) return [body, Buffer.from(JSON.stringify(other(event)))]
  },
})

const signature = ({ declinedAt, documents, ...event }: JsonObject): JsonObject => ({
  ...event,
  type: SIGNED,
  signedAt: declinedAt,
  documents: [documents]
    .flat()
    .filter(isObject)
    .map((one) => ({ ...one, finalHash: 'a'.repeat(64) })),
})
const refusal = ({ signedAt, documents, ...event }: JsonObject): JsonObject => ({
  ...event,
  type: DECLINED,
  declinedAt: signedAt,
  documents: [documents]
    .flat()
    .filter(isObject)
    .map(({ finalHash: _hash, ...one }) => one),
})

const drops = (type: string) => (): Fault => ({
  delivery: ({ body }) => ((JSON.parse(body.toString()) as JsonObject)['type'] === type ? 0 : 1),
})

/** Mixed results of requests that are sent at the same time. */
export const ACTS_AT_ONCE_MUTANTS: readonly Mutant[] = (
  [
    ['announces a signature beside a refusal', ['EVT-012', 'EVT-014'], beside(DECLINED, signature)],
    ['announces a refusal beside a signature', ['EVT-012', 'EVT-014'], beside(SIGNED, refusal)],
    [
      'announces a cancellation beside a completion',
      'EVT-003',
      beside(COMPLETED, (event) => ({ ...event, type: CANCELLED, status: 'cancelled' })),
    ],
    ['does not complete what a signer declines', 'STA-018', drops(COMPLETED)],
    [
      'keeps the signature of a document that is declined',
      'STA-017',
      inVerifyResponse((body) => {
        if (body['status'] === 'not_signed') body['status'] = 'verified'
      }),
    ],
    [
      'announces a signature that it does not keep',
      'EVT-012',
      inVerifyResponse((body) => {
        body['status'] = 'not_signed'
      }),
    ],
    [
      'overwrites the end of a session',
      'SES-005',
      json(isSession, ({ data }) => {
        if (data?.['status'] === 'completed') data['status'] = 'expired'
      }),
    ],
  ] as const
).flatMap(([name, breaks, fault]) =>
  ['esign.signed-while-declined', 'esign.cancelled-while-declined'].map((killedBy): Mutant => ({
    name: `${name}, seen by ${killedBy}`,
    killedBy,
    breaks,
    fault,
  })),
)
