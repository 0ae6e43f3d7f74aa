import { withFaultProxies } from '../../self-test/fault-proxy.ts'
import type { StartedSimulator } from '../../self-test/simulator.ts'
import type { EveryAnswerMutant } from '../mutants.ts'

const PATIENCE_S = 100

/** Failures of the rules of every response while a check ran against a fault. */
export interface Kill {
  name: string
  /** Id of the rule that must fail. */
  expected: string
  /** Failed checks and rules. */
  failed: string[]
}

/** Runs the check of each mutant against its fault. */
export function killAll(
  simulator: StartedSimulator,
  mutants: readonly EveryAnswerMutant[],
): Promise<Kill[]> {
  return withFaultProxies(simulator, mutants, 3, async (front, { name, during, breaks, fault }) => {
    const { checks } = await front.judge(fault(), [during], { whole: true, patience: PATIENCE_S })
    return {
      name,
      expected: `every-answer.${breaks.toLowerCase()}`,
      failed: checks.filter(({ outcome }) => outcome === 'fail').map(({ id }) => id),
    }
  })
}

/** Runs the check of each mutant without a fault. @returns the checks that did not pass, and rules that were broken */
export async function failuresWithout(
  simulator: StartedSimulator,
  mutants: readonly EveryAnswerMutant[],
): Promise<string[]> {
  const checks = [...new Set(mutants.map(({ during }) => during))]
  const reports = await withFaultProxies(simulator, checks, 3, (front, check) =>
    front.judge({}, [check], { whole: true, patience: PATIENCE_S }),
  )
  return reports.flatMap((report, i) =>
    report.checks.length === 1 && report.checks[0]!.outcome === 'pass'
      ? []
      : [`${checks[i]}: ${report.checks.map(({ id, outcome }) => `${id} ${outcome}`).join(', ')}`],
  )
}
