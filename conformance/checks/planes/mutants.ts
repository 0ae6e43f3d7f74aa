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
]
