import { answers, type Mutant, refuse } from '../../self-test/wire-faults.ts'

/** Takes a key in which a part is replaced for the issued one. */
const as =
  (from: string, to: string) =>
  (key: string, issued: string): boolean =>
    key.replace(to, from) === issued

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
      ['finds keys by their secret and reads the region in them', 'PLN-008', as('_us_', '_eu_')],
      ['finds keys by their secret and reads the mode in them', 'PLN-009', as('_test_', '_live_')],
      ['finds keys by their secret and ignores their type', 'KEY-009', as('ah_sk_', 'ah_pk_')],
      ['compares the beginning of keys', 'END-001', (key, one) => key.startsWith(one)],
      ['compares as much as it is given of a key', 'END-001', (key, one) => one.startsWith(key)],
      [
        'ignores the case of letters in a key',
        'END-001',
        (key, one) => key.toLowerCase() === one.toLowerCase(),
      ],
    ] as [string, string, (key: string, issued: string) => boolean][]
  ).map(([name, breaks, isTakenFor]): Mutant => ({
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
          if (issued.has(key) || ![...issued].some((one) => isTakenFor(key, one))) return
          return { status: 200, headers: [], body: Buffer.from('{"data":[]}') }
        },
      }
    },
  })),
]
