import { CHECKS } from '../../checks/all.ts'
import type { Traffic } from '../../http/traffic.ts'
import { runAll } from '../../run/pool.ts'
import { startProxies } from '../proxy.ts'
import { judge } from '../run.ts'
import type { StartedSimulator } from '../simulator.ts'
import type { Derived } from './derive.ts'
import { operationOf } from './operations.ts'

export type Verdict = 'killed' | 'survived' | 'not reached'

export interface Judged {
  mutant: Derived
  verdict: Verdict
  /** The check that found it. */
  by?: string
}

/** Checks that saw an answer, an operation or an event, those with the fewest steps first. */
export type Seen = ReadonlyMap<string, readonly string[]>

/** Checks are run in such portions until one of them fails. */
const PORTION = 6

/** What each check sees of a service that nothing is wrong with. */
export async function whatChecksSee(simulator: StartedSimulator): Promise<Seen> {
  const proxies = await startProxies(simulator, {}, { webhooks: true, patienceSeconds: 30 })
  try {
    const report = await judge(
      simulator.fullTargetFile(proxies.baseUrls, proxies.statesUrl),
      {},
      { hooks: proxies.hooks!, patience: 100 },
    )
    const seen = new Map<string, Map<string, number>>()
    for (const { id, traffic, outcome } of report.checks) {
      if (outcome !== 'pass' && outcome !== 'info') continue
      for (const what of new Set(traffic.flatMap(seenIn)))
        seen.set(what, (seen.get(what) ?? new Map<string, number>()).set(id, traffic.length))
    }
    return new Map(
      [...seen].map(([what, checks]) => [
        what,
        [...checks].toSorted(([, a], [, b]) => a - b).map(([id]) => id),
      ]),
    )
  } finally {
    await proxies.close()
  }
}

function seenIn({ request, answer, received }: Traffic): string[] {
  if (received) {
    const type = /"type":"([\w.]+)"/.exec(request.body?.text ?? '')?.[1]
    const isPing = request.headers.some(([, value]) => value === 'test_ping')
    return isPing ? ['webhook.test_ping'] : type ? [type] : []
  }
  const { pathname, search } = new URL(request.url)
  const operation = operationOf(request.method, pathname + search)
  const status = answer?.status_line.split(' ')[1]
  if (!status) return []
  return [
    ...(Number(status) >= 400 ? [status] : []),
    ...(operation ? [operation.id, `${operation.id} ${status}`] : []),
  ]
}

export function judgeAll(
  simulator: StartedSimulator,
  mutants: readonly Derived[],
  seen: Seen,
  width: number,
  onJudged: (judged: Judged) => void = () => undefined,
): Promise<Judged[]> {
  return runAll(mutants, width, async (mutant) => {
    const judged = await judgeOne(simulator, mutant, seen)
    onJudged(judged)
    return judged
  })
}

async function judgeOne(simulator: StartedSimulator, mutant: Derived, seen: Seen): Promise<Judged> {
  const candidates = seen.get(mutant.seenBy) ?? []
  let reached = false
  const fault = mutant.fault(() => {
    reached = true
  })
  const webhooks = CHECKS.some(({ id, needs }) => candidates.includes(id) && needs.webhooks)
  const proxies = await startProxies(simulator, fault, { webhooks })
  try {
    for (let i = 0; i < candidates.length; i += PORTION) {
      const report = await judge(
        simulator.fullTargetFile(proxies.baseUrls, proxies.statesUrl),
        {},
        {
          only: candidates.slice(i, i + PORTION),
          patience: 100,
          ...(proxies.hooks && { hooks: proxies.hooks }),
        },
      )
      const by = report.checks.find(({ outcome }) => outcome === 'fail')?.id
      if (by !== undefined) return { mutant, verdict: 'killed', by }
    }
  } finally {
    await proxies.close()
  }
  return { mutant, verdict: reached ? 'survived' : 'not reached' }
}
