import type { Fault, ProxiedRequest, ProxiedResponse } from '../../self-test/proxy.ts'
import { creates, type Mutant, type Which } from '../../self-test/wire-faults.ts'

const keyOf = ({ headers }: ProxiedRequest): string => headers['authorization'] ?? ''

const asksForData: Which = ({ method, path }) =>
  method === 'POST' && path === '/v1/data_subject_requests'

/** Refuses requests as well, once such a request of another key was refused. */
const alsoRefuses =
  (isMeant: Which, isAlso: (request: ProxiedRequest) => boolean): (() => Fault) =>
  () => {
    let refusal: { key: string; response: ProxiedResponse } | undefined
    return {
      response(request, response) {
        if (!isMeant(request)) return
        if (response.status === 429)
          refusal ??= {
            key: keyOf(request),
            response: structuredClone({ ...response, body: Buffer.from(response.body) }),
          }
        if (!refusal || refusal.key === keyOf(request) || !isAlso(request)) return
        Object.assign(response, { ...refusal.response, body: Buffer.from(refusal.response.body) })
      },
    }
  }

const isLive = (request: ProxiedRequest): boolean => keyOf(request).includes('_live_')

/** Counters that several keys share. */
export const OTHER_PLANES_MUTANTS: readonly Mutant[] = (
  [
    ['creations of both modes', alsoRefuses(creates, isLive)],
    ['creations of both regions', alsoRefuses(creates, ({ region }) => region === 'eu')],
    ['creations by organization', alsoRefuses(creates, (request) => !isLive(request))],
    ['data subject requests of both modes', alsoRefuses(asksForData, isLive)],
    [
      'data subject requests by organization',
      alsoRefuses(asksForData, (request) => !isLive(request)),
    ],
  ] as const
).map(([what, fault]) => ({
  name: `counts ${what} together`,
  killedBy: 'limits.used-up-in-one-plane',
  breaks: 'LIM-005',
  fault,
}))
