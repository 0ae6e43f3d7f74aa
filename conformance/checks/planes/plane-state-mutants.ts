import { isSession, json, type Mutant, answers, type Which } from '../../self-test/wire-faults.ts'
import { inPlane, inRegion, on } from './each-plane-mutants.ts'

const isScan: Which = ({ path }) => path === '/v1/id-verification'

/** Faults of one region or one mode in states that a provider sets up. */
export const PLANE_STATE_MUTANTS: readonly Mutant[] = [
  ...(
    [
      ['completed', 'STA-002', 'eu_live'],
      ['completed', 'STA-003', 'eu_test'],
      ['expired', 'STA-010', 'eu_live'],
    ] as const
  ).map(([status, breaks, plane]): Mutant => ({
    name: `reports a ${status} session as closed in ${plane}, by ${breaks}`,
    killedBy: 'planes.statuses-in-each-plane',
    breaks,
    fault: json(inPlane(plane, isSession), ({ data }) => {
      if (data?.['status'] === status) data['status'] = 'closed'
    }),
  })),
  {
    name: 'reports waiting and cancelled sessions as completed in live mode of us',
    killedBy: 'planes.statuses-in-each-plane',
    breaks: ['STA-006', 'STA-008'],
    fault: json(inPlane('us_live', isSession), ({ data }) => {
      if (data && data['status'] !== 'expired') data['status'] = 'completed'
    }),
  },
  {
    name: 'never requires payment in eu',
    killedBy: 'planes.wallets-in-each-plane',
    breaks: ['ERR-015', 'ERR-016'],
    fault: answers(inRegion('eu', on('/v1/sessions')), (response) => {
      if (response.status === 402) response.status = 200
    }),
  },
  {
    name: 'requires payment in test mode of eu',
    killedBy: 'planes.wallets-in-each-plane',
    breaks: 'PLN-018',
    fault: answers(inPlane('eu_test', on('/v1/sessions')), (response) => {
      response.status = 402
    }),
  },
  {
    name: 'reports mode live for test scans in eu',
    killedBy: 'planes.scans-in-each-plane',
    breaks: ['SCN-015', 'SCN-016'],
    fault: answers(inPlane('eu_test', isScan), (response) => {
      response.body = Buffer.from(
        response.body.toString().replaceAll('"mode":"test"', '"mode":"live"'),
      )
    }),
  },
  ...(
    [
      ['review', 'SCN-015', 422],
      ['doc_quality', 'SCN-016', 200],
    ] as const
  ).map(([outcome, breaks, status]): Mutant => ({
    name: `returns ${status} for ${outcome} to test scans in eu`,
    killedBy: 'planes.scans-in-each-plane',
    breaks,
    fault: answers(
      inPlane(
        'eu_test',
        (request) => isScan(request) && request.body.includes(`\r\n${outcome}\r\n`),
      ),
      (response) => {
        response.status = status
      },
    ),
  })),
  {
    name: 'accepts expected outcomes for live scans in eu',
    killedBy: 'planes.scans-in-each-plane',
    breaks: 'SCN-014',
    fault: answers(inPlane('eu_live', isScan), (response) => {
      response.status = 200
    }),
  },
  {
    name: 'removes retired keys in eu',
    killedBy: 'planes.retired-keys-in-each-plane',
    breaks: 'JWK-011',
    fault: json(inRegion('eu', on('/.well-known/esign-keys')), (body) => {
      const { keys } = body as unknown as { keys: { status: string }[] }
      return { keys: keys.filter(({ status }) => status !== 'retired') }
    }),
  },
  {
    name: 'verifies no seal of a retired key in eu',
    killedBy: 'planes.retired-keys-in-each-plane',
    breaks: 'JWK-010',
    fault: json(inRegion('eu', on('/v1/esign/verify')), (body) =>
      'error' in body ? body : { ...body, match: false, status: 'unknown_key' },
    ),
  },
]
