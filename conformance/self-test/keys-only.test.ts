import t from 'tap'
import { MUTANTS } from '../checks/mutants.ts'
import { startProxies } from './proxy.ts'
import { judge } from './run.ts'
import { sharedSimulator } from './simulator.ts'

/** Faults that are found without provider states. */
const FOUND: readonly [check: string, mutant: string][] = [
  ['tokens.minted-anew', 'mints the same token twice'],
  ['tokens.minted-anew', 'creates a session with each token'],
  ['limits.headers-on-refused-bodies', 'sends no rate-limit headers with 415'],
  [
    'applicants.refused-creation-makes-none',
    'stores the person of a refused creation of a session',
  ],
  [
    'applicants.refused-creation-makes-none',
    'stores the person of a refused creation of an applicant',
  ],
]

t.test('faults that are found with keys only', async (t) => {
  const simulator = await sharedSimulator(t)
  for (const [check, name] of FOUND) {
    const { breaks, fault } = MUTANTS.find((one) => one.killedBy === check && one.name === name)!
    const proxies = await startProxies(simulator, fault())
    t.teardown(() => proxies.close())
    const file = simulator.targetFile(proxies.baseUrls)
    const { checks } = await judge(file, simulator.freshEnv(), { only: [check] })
    const broken = checks[0]!.expectations
      .filter(({ holds }) => !holds)
      .map(({ requirement }) => requirement)
    t.equal(checks[0]!.outcome, 'fail', `${check} fails a service that ${name}`)
    t.ok(
      [breaks].flat().some((one) => broken.includes(one)),
      'and names the requirement',
    )
  }
})
