import type { ProxiedRequest } from '../../self-test/proxy.ts'
import { answers, type Mutant, refuse } from '../../self-test/wire-faults.ts'

const publishable = ({ headers }: ProxiedRequest): string => headers['x-publishable-key'] ?? ''

/** Replaces some publishable keys by the first one of the session's plane. */
const acceptsOf =
  (isAccepted: (key: string, first: string) => boolean): Mutant['fault'] =>
  () => {
    const firstOf = new Map<string, string>()
    return {
      request(request) {
        const [token, key] = [request.headers['authorization'] ?? '', publishable(request)]
        if (key === '') return
        const first = firstOf.get(token) ?? key
        firstOf.set(token, first)
        if (isAccepted(key, first)) request.headers['x-publishable-key'] = first
      },
    }
  }

/** The part of a key that names its region and mode. */
const modeOf = (key: string): string | undefined => key.split('_')[3]
const regionOf = (key: string): string | undefined => key.split('_')[2]

const killedBy = 'sdk.publishable-keys-of-other-planes'

export const PUBLISHABLE_KEY_MUTANTS: readonly Mutant[] = [
  {
    name: 'does not compare the mode of a publishable key with that of the token',
    killedBy,
    breaks: 'PLN-009',
    fault: acceptsOf((key, first) => modeOf(key) !== modeOf(first)),
  },
  {
    name: 'allows every origin if a key lists none',
    killedBy: 'sdk.no-origin-listed',
    breaks: ['AUT-010', 'ERR-031'],
    fault: () => ({
      state({ state, params }) {
        if (state === 'publishable_key' && Array.isArray(params['origins']))
          if (params['origins'].length === 0) params['origins'] = ['https://app.example.com']
      },
    }),
  },
  ...(['first', 'last'] as const).map((which): Mutant => ({
    name: `keeps the ${which} origin of a list`,
    killedBy: 'sdk.several-origins',
    breaks: 'AUT-009',
    fault: () => ({
      state({ state, params }) {
        const { origins } = params
        if (state === 'publishable_key' && Array.isArray(origins))
          params['origins'] = which === 'first' ? origins.slice(0, 1) : origins.slice(-1)
      },
    }),
  })),
  ...[':8443', '.example'].map((end): Mutant => ({
    name: `allows ${end} after a listed origin`,
    killedBy: 'sdk.several-origins',
    breaks: ['AUT-010', 'ERR-031'],
    fault: () => ({
      request({ headers }) {
        if (headers['origin']?.endsWith(end))
          headers['origin'] = headers['origin'].slice(0, -end.length)
      },
    }),
  })),
  ...(
    [
      ['plain HTTP in place of HTTPS', 'http://app.', 'https://app.'],
      ['a subdomain of a listed origin', '//page.app.', '//app.'],
      ['text before the host of a listed origin', '//my-app.', '//app.'],
    ] as const
  ).map(([what, sent, listed]): Mutant => ({
    name: `allows ${what}`,
    killedBy: 'sdk.several-origins',
    breaks: ['AUT-010', 'ERR-031'],
    fault: () => ({
      request({ headers }) {
        if (headers['origin']) headers['origin'] = headers['origin'].replace(sent, listed)
      },
    }),
  })),
  {
    name: 'accepts publishable test keys for live sessions',
    killedBy,
    breaks: 'PLN-017',
    fault: acceptsOf((key, first) => modeOf(key) === 'test' && modeOf(first) === 'live'),
  },
  {
    name: 'accepts publishable keys of the other region',
    killedBy,
    breaks: ['ERR-030', 'PLN-008'],
    fault: acceptsOf((key, first) => regionOf(key) !== regionOf(first)),
  },
  {
    name: 'calls a publishable key of the other region unknown',
    killedBy,
    breaks: ['ERR-030', 'PLN-008'],
    fault: answers(
      (request) => publishable(request) !== '' && request.region !== regionOf(publishable(request)),
      (response) => {
        refuse(response, 401, 'invalid_api_key')
      },
    ),
  },
  {
    name: 'refuses publishable keys',
    killedBy,
    breaks: 'AUT-009',
    fault: answers(
      (request) => publishable(request) !== '',
      (response) => {
        response.status = 403
      },
    ),
  },
]
