import type { Test } from 'tap'
import { FaultProxy } from '../../self-test/fault-proxy.ts'
import { sharedSimulator } from '../../self-test/simulator.ts'
import { failedChecks } from '../../report/diff.ts'
import type { Violation } from './broken-rules.ts'

/** Runs the check of each violation against its fault, and expects that the rule fails. */
export async function expectFound(t: Test, violations: readonly Violation[]): Promise<void> {
  const simulator = await sharedSimulator(t)
  const front = await FaultProxy.start(simulator)
  t.after(() => front.close())
  for (const [check, requirement, fault] of violations) {
    const report = await front.judge(fault(), [check], { whole: true })
    const found = report.checks.find(({ id }) => id === `every-answer.${requirement.toLowerCase()}`)
    t.ok(found, `${requirement} in ${check}: ${report.because}`)
    t.equal(report.exit_code, 1)
    t.ok(failedChecks(report).includes(check), '--rerun-failed runs the check again')
    t.ok(found?.traffic.length, 'shows the exchange')
  }
}
