import type { JsonObject } from '../../http/json.ts'
import type { Fault } from '../../self-test/proxy.ts'
import { answers, isSession, json, type Mutant, type Which } from '../../self-test/wire-faults.ts'
import { inVerifyResponse } from '../verify/verify-faults.ts'
import { SIGNED } from './event-expectations.ts'

const posts =
  (name: string): Which =>
  ({ method, path }) =>
    method === 'POST' && path.endsWith(`/envelope/${name}`)

/** Accepts a request that it should refuse, from the second one on or always. */
const accepts = (name: string, from = 1): (() => Fault) => {
  return () => {
    let requests = 0
    return {
      response(request, response) {
        if (posts(name)(request) && ++requests >= from) response.status = 200
      },
    }
  }
}

const signedAt = (name: string, change: (time: string) => string): Mutant => ({
  name,
  killedBy: 'esign.time-of-the-signature',
  breaks: 'EVE-010',
  fault: () => ({
    delivery(delivery) {
      const event = JSON.parse(delivery.body.toString()) as JsonObject
      if (event['type'] !== SIGNED) return
      event['signedAt'] = change(String(event['signedAt']))
      delivery.body = Buffer.from(JSON.stringify(event))
    },
  }),
})

/** Late requests of a signer, and times of signatures. */
export const AFTER_END_MUTANTS: readonly Mutant[] = [
  {
    name: 'lets a signer decline who has withdrawn the consent',
    killedBy: 'esign.withdrawn-before-signing',
    breaks: 'CER-022',
    fault: accepts('decline'),
  },
  {
    name: 'takes requests for paper after a withdrawal',
    killedBy: 'esign.withdrawn-before-signing',
    breaks: 'CER-031',
    fault: accepts('paper_copy'),
  },
  // The first request follows the end, the second follows declining.
  ...(
    [
      ['withdraw', 'CER-027'],
      ['paper_copy', 'CER-031'],
    ] as const
  ).map(([name, breaks]): Mutant => ({
    name: `takes ${name} after declining`,
    killedBy: 'esign.over-is-over',
    breaks,
    fault: accepts(name, 2),
  })),
  {
    name: 'sends document_declined for a withdrawal after signing',
    killedBy: 'esign.no-decline-after-signing',
    breaks: 'EVT-014',
    // The documents are not signed yet, so that the simulator announces the refusal.
    fault: () => ({
      state({ params }) {
        if (params['stage'] === 'signed') params['stage'] = 'consented'
      },
      request(request) {
        if (posts('decline')(request)) request.path = '/v1/unknown'
        else if (posts('withdraw')(request))
          request.path = request.path.replace(/withdraw$/, 'decline')
      },
    }),
  },
  signedAt('sends the time of a signature in its own zone', (time) =>
    new Date(Date.parse(time) + 7_200_000).toISOString(),
  ),
  signedAt('sends no time of a signature but zero', () => '1970-01-01T00:00:00.000Z'),
  {
    name: 'refuses to let a signer decline after the consent',
    killedBy: 'esign.declined-after-consent',
    breaks: 'STA-017',
    fault: answers(posts('decline'), (response) => {
      response.status = 409
    }),
  },
  {
    name: 'leaves a session open after declining',
    killedBy: 'esign.declined-after-consent',
    breaks: 'STA-017',
    fault: json(isSession, ({ data }) => {
      data['status'] = 'in_progress'
    }),
  },
  {
    name: 'signs what a signer declines after the consent',
    killedBy: 'esign.declined-after-consent',
    breaks: 'SES-005',
    fault: inVerifyResponse((body) => {
      body['status'] = 'verified'
    }),
  },
]
