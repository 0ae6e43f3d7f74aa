import { CHECKS } from '../../checks/all.ts'
import type { Traffic } from '../../http/traffic.ts'
import { FaultProxy, withFaultProxies } from '../fault-proxy.ts'
import type { StartedSimulator } from '../simulator.ts'
import type { Derived } from './derived.ts'
import { operationOf } from './operations.ts'

export type Verdict = 'killed' | 'survived' | 'not reached'

export interface Judged {
  mutant: Derived
  verdict: Verdict
  /** The check that found it. */
  by?: string
}

const CANDIDATES: ReadonlySet<string> = new Set(CHECKS.map(({ id }) => id))

/** Checks that saw an answer, an operation or an event, those with the fewest steps first. */
export type Seen = ReadonlyMap<string, readonly string[]>

/** What each check sees of a service that nothing is wrong with. */
export async function observeChecks(simulator: StartedSimulator): Promise<Seen> {
  const proxy = await FaultProxy.start(simulator, 30)
  const { checks } = await proxy
    .judge({}, undefined, { whole: true, patience: 100 })
    .finally(() => proxy.close())
  const seen = new Map<string, Map<string, number>>()
  for (const { id, traffic, outcome } of checks) {
    if (outcome !== 'pass' && outcome !== 'info') continue
    for (const what of new Set(traffic.flatMap(seenIn)))
      seen.set(what, (seen.get(what) ?? new Map<string, number>()).set(id, traffic.length))
  }
  return new Map(
    [...seen].map(([what, of]) => [
      what,
      [...of].toSorted(([, a], [, b]) => a - b).map(([id]) => id),
    ]),
  )
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

/**
 * Judges each mutant by the checks that see what it breaks, until one of them fails.
 * @param width how many at a time
 */
export function judgeAll(
  simulator: StartedSimulator,
  mutants: readonly Derived[],
  seen: Seen,
  width: number,
  onJudged: (judged: Judged) => void = () => undefined,
): Promise<Judged[]> {
  /** Checks that found something, by what they saw of it: what they found once they may find again. */
  const finders = new Map<string, string[]>()
  return withFaultProxies(simulator, mutants, width, async (proxy, mutant) => {
    const before = finders.get(mutant.seenBy) ?? []
    const candidates = [...new Set([...before, ...(seen.get(mutant.seenBy) ?? [])])]
    const judged = await judgeOne(proxy, mutant, candidates)
    if (judged.by !== undefined && CANDIDATES.has(judged.by))
      finders.set(mutant.seenBy, [judged.by, ...before.filter((id) => id !== judged.by)])
    onJudged(judged)
    return judged
  })
}

async function judgeOne(
  proxy: FaultProxy,
  mutant: Derived,
  candidates: readonly string[],
): Promise<Judged> {
  let reached = false
  const fault = mutant.fault(() => {
    reached = true
  })
  // Most are found by the first check or not at all, so that portions grow.
  for (let from = 0, portion = 1; from < candidates.length; from += portion, portion *= 2) {
    const { checks } = await proxy.judge(fault, candidates.slice(from, from + portion))
    const by = checks.find(({ outcome }) => outcome === 'fail')?.id
    if (by !== undefined) return { mutant, verdict: 'killed', by }
  }
  return { mutant, verdict: reached ? 'survived' : 'not reached' }
}
