import { answers, type Mutant, refuse } from '../../self-test/wire-faults.ts'

export const PLANES_MUTANTS: readonly Mutant[] = [
  {
    name: 'treats a us key at eu as an unknown key',
    killedBy: 'planes.us-key-at-eu',
    breaks: 'PLN-011',
    fault: answers(
      ({ region, headers }) => region === 'eu' && headers['authorization']!.includes('_us_'),
      (response) => refuse(response, 401, 'invalid_api_key'),
    ),
  },
  {
    name: 'treats an eu key at us as an unknown key',
    killedBy: 'planes.eu-key-at-us',
    breaks: 'PLN-012',
    fault: answers(
      ({ region, headers }) => region === 'us' && headers['authorization']!.includes('_eu_'),
      (response) => refuse(response, 401, 'invalid_api_key'),
    ),
  },
  {
    name: 'treats a live key of the other region as an unknown key',
    killedBy: 'planes.two-regions-two-modes',
    breaks: ['PLN-005', 'ERR-030'],
    fault: answers(
      ({ region, headers }) =>
        headers['authorization']!.includes(region === 'eu' ? '_us_live_' : '_eu_live_'),
      (response) => refuse(response, 401, 'invalid_api_key'),
    ),
  },
  {
    name: 'serves a us key at eu',
    killedBy: 'planes.us-key-at-eu',
    breaks: ['PLN-005', 'ERR-030'],
    fault: answers(
      ({ region }) => region === 'eu',
      (response) => {
        response.status = 200
        response.body = Buffer.from('{"data":[]}')
      },
    ),
  },
  ...(
    [
      ['finds keys by their secret and reads the region in them', '_us_', '_eu_', 'PLN-008'],
      ['finds keys by their secret and reads the mode in them', '_test_', '_live_', 'PLN-009'],
      ['finds keys by their secret and ignores their type', 'ah_sk_', 'ah_pk_', 'KEY-009'],
    ] as const
  ).map(([name, from, to, breaks]): Mutant => ({
    name,
    killedBy: 'planes.key-in-its-own-words',
    breaks,
    fault: () => {
      const issued = new Set<string>()
      return {
        bindings(_, { key }) {
          issued.add(String(key))
        },
        request({ headers }) {
          const key = (headers['authorization'] ?? '').replace('Bearer ', '')
          if (issued.has(key) || !issued.has(key.replace(to, from))) return
          return { status: 200, headers: [], body: Buffer.from('{"data":[]}') }
        },
      }
    },
  })),
]
