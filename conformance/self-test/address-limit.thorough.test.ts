import t from 'tap'
import { failures, judge } from './run.ts'
import { startSimulator } from './simulator.ts'

/**
 * Each check tries every route with a bad credential, and one distinguishes a class limit from that
 * of the address.
 */
const CHECKS = [
  'envelope.no-credential-on-any-route',
  'scopes.revoked-key-on-any-route',
  'tokens.browser-token-on-any-route',
  'limits.used-up',
]

t.test('a run that uses up the limit by address does not wait for its window', async (t) => {
  const simulator = await startSimulator(t.testdir(), ['--loopback-receivers'], { ip_limit: 20 })
  t.after(() => simulator.stop())
  const file = simulator.fullTargetFile()
  // The run may not wait at all.
  const report = await judge(file, {}, { only: CHECKS, patience: 0 })
  t.strictSame(failures(report), [])
  const resets = report.checks.flatMap(({ traffic }) =>
    traffic.filter(({ label }) => label === 'set up the state unused_address_limit'),
  )
  t.ok(resets.length > 1, 'the limit was reset')
})
