import { isImage, type Mutant, refuses, type Which } from '../../self-test/wire-faults.ts'
import { OPEN_WRITES, whileIn, WRITES } from './mutants.ts'

const CAUSES = [
  ['wallet-empty', 402, 'PLN-018'],
  ['plan-canceled', 403, 'PLN-019'],
] as const

const isInTestMode: Which = ({ headers }) => !!headers['authorization']?.includes('_test_')

/** Faults that bill single routes in test mode. */
export const FREE_WRITE_MUTANTS: readonly Mutant[] = [
  ...[...WRITES, ...OPEN_WRITES].map(([what, method, path]): [string, Which] => [
    what,
    (request) => request.method === method && path.test(request.path),
  ]),
  ['an image', isImage] satisfies [string, Which],
  [
    'a new applicant',
    ({ method, path }) => method === 'POST' && path === '/v1/applicants',
  ] satisfies [string, Which],
].map(([what, to], i): Mutant => {
  const [cause, status, requirement] = CAUSES[i % CAUSES.length]!
  return {
    name: `refuses ${what} in test mode for ${cause}`,
    killedBy: 'billing.no-write-refused-in-test-mode',
    breaks: [requirement, 'PLN-022'],
    fault: whileIn(
      cause,
      refuses((request) => isInTestMode(request) && to(request), status, 'payment_required')(),
    ),
  }
})
