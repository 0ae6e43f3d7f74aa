import type { Fault, ProxiedRequest, ProxiedResponse } from '../../self-test/proxy.ts'
import { inClass } from './counting-mutants.ts'
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
        if (!refusal || ['', refusal.key].includes(keyOf(request)) || !isAlso(request)) return
        Object.assign(response, { ...refusal.response, body: Buffer.from(refusal.response.body) })
      },
    }
  }

const isLive = (request: ProxiedRequest): boolean => keyOf(request).includes('_live_')

/** Refuses creations of sessions once a request of another class was refused. */
const refusesCreations =
  (isMeant: (refused: string, request: ProxiedRequest) => boolean): (() => Fault) =>
  () => {
    let refusal: { key: string; response: ProxiedResponse } | undefined
    return {
      response(request, response) {
        if (response.status === 429)
          refusal ??= {
            key: keyOf(request),
            response: structuredClone({ ...response, body: Buffer.from(response.body) }),
          }
        if (refusal && creates(request) && isMeant(refusal.key, request))
          Object.assign(response, { ...refusal.response, body: Buffer.from(refusal.response.body) })
      },
    }
  }

/** Counters that several keys share. */
export const OTHER_PLANES_MUTANTS: readonly Mutant[] = [
  ...(
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
  ).map(([what, fault]): Mutant => ({
    name: `counts ${what} together`,
    killedBy: 'limits.used-up-in-one-plane',
    breaks: 'LIM-005',
    fault,
  })),
  ...(['reads', 'applicants:create', 'idv:create', 'global'] as const).flatMap((name) =>
    (
      [
        ['by organization', (request) => !isLive(request) && request.region === 'us'],
        ['of both modes', (request) => isLive(request) && request.region === 'us'],
        ['of both regions', (request) => !isLive(request) && request.region === 'eu'],
      ] as [string, (request: ProxiedRequest) => boolean][]
    ).map(([how, isAlso]): Mutant => ({
      name: `counts requests of ${name} ${how} together`,
      killedBy: 'limits.each-class-used-up-in-one-plane',
      breaks: 'LIM-005',
      fault: alsoRefuses(inClass(name), isAlso),
    })),
  ),
  {
    name: 'refuses creations of sessions once another class is used up',
    killedBy: 'limits.each-class-used-up-in-one-plane',
    breaks: 'LIM-007',
    fault: refusesCreations((refused, request) => refused === keyOf(request)),
  },
  {
    name: 'refuses creations of sessions in each plane once another class is used up',
    killedBy: 'limits.each-class-used-up-in-one-plane',
    breaks: 'LIM-005',
    fault: refusesCreations((refused, request) => refused !== keyOf(request)),
  },
]
