import { CHECKS } from '../checks/all.ts'
import { TOO_LATE } from '../http/client.ts'
import { runAll } from '../run/pool.ts'
import type { Mutant } from './wire-faults.ts'
import { startProxies } from './proxy.ts'
import { judge } from './run.ts'
import type { StartedSimulator } from './simulator.ts'

const NO_RESPONSE = new RegExp(`^harness_error: (?:no response|\\S+ ${TOO_LATE})`)

export interface Kill {
  mutant: Mutant
  /**
   * `killed` only if the check failed and named every requirement that the mutant breaks. A check
   * that crashed, was blocked, or failed for another reason did not find it.
   */
  verdict: 'killed' | 'survived' | 'named another requirement' | 'not judged'
  /** Requirements that the check found broken. */
  named: string[]
  /** Reason why it was not judged. */
  reason?: string
}

/** Returns the first mutant of each check. All of them take four times as long. */
export function onePerCheck(mutants: readonly Mutant[]): Mutant[] {
  return [...new Map(mutants.toReversed().map((mutant) => [mutant.killedBy, mutant])).values()]
}

/** Judges every mutant with its check; several at a time, all in front of one simulator. */
export function killAll(
  simulator: StartedSimulator,
  mutants: readonly Mutant[],
  width = 6,
): Promise<Kill[]> {
  return runAll(mutants, width, async (mutant) => {
    const first = await kill(simulator, mutant)
    // Without a response, as on a busy machine in large uploads or at the first state with many
    // documents, nothing was judged: try again.
    return NO_RESPONSE.test(first.reason ?? '') ? kill(simulator, mutant) : first
  })
}

async function kill(simulator: StartedSimulator, mutant: Mutant): Promise<Kill> {
  const breaks = [mutant.breaks].flat()
  const webhooks = CHECKS.some(({ id, needs }) => id === mutant.killedBy && needs.webhooks)
  const proxies = await startProxies(simulator, mutant.fault(), { webhooks })
  try {
    const report = await judge(
      simulator.fullTargetFile(proxies.baseUrls, proxies.statesUrl),
      {},
      {
        only: [mutant.killedBy],
        slow: true,
        enough: (broken) => breaks.every((id) => broken.includes(id)),
        ...(proxies.hooks && { hooks: proxies.hooks }),
      },
    )
    const check = report.checks[0]!
    const named = [
      ...new Set(
        check.expectations.filter(({ holds }) => !holds).map(({ requirement }) => requirement),
      ),
    ]
    const { reason } = check
    if (check.outcome === 'pass') return { mutant, verdict: 'survived', named }
    if (check.outcome !== 'fail' || report.exit_code !== 1) {
      return { mutant, verdict: 'not judged', named, reason: `${check.outcome}: ${reason ?? ''}` }
    }
    const right = breaks.every((requirement) => named.includes(requirement))
    return {
      mutant,
      verdict: right ? 'killed' : 'named another requirement',
      named,
      ...(reason && { reason }),
    }
  } finally {
    await proxies.close()
  }
}

/** Describes a surviving mutant in one line. */
export function describeKill({ mutant, verdict, named, reason }: Kill): string {
  const { name, killedBy, breaks } = mutant
  return [
    `a service that ${name}`,
    `${killedBy}: ${verdict}`,
    `breaks ${[breaks].flat().join(', ')}`,
    `named ${named.join(', ') || 'nothing'}`,
    ...(reason ? [reason] : []),
  ].join(' | ')
}
