import type { Check } from '../check/check.ts'
import { Blocked, Broken, type Outcome, Unreachable } from '../check/outcome.ts'
import { NoAnswer } from '../http/client.ts'
import { StateError, StateUnavailable } from '../target/states.ts'
import { CheckRun } from './context.ts'
import { exchangeOf } from './exchange-numbers.ts'
import { MOST_DISTURBED } from './closed-connections/first-tries.ts'
import { outcomeOf, signatureOf } from './judge.ts'
import { missing } from './needs.ts'
import { canMakeKeys } from './own-keys.ts'
import type { CheckResult } from './result.ts'
import { RunEnded } from './run-end.ts'
import type { RunTools } from './run-tools.ts'
import { weakKeyOf } from './weak-keys.ts'

const NEED_NO_EVIDENCE: ReadonlySet<Outcome> = new Set(['pass', 'info'])

/** Number of times that a check is run if the service is out each time. */
const MOST_ATTEMPTS = 3
/** Outcomes that an outage may cause. */
const OF_OUTAGES: ReadonlySet<Outcome> = new Set(['fail', 'warn', 'blocked', 'harness_error'])

/**
 * Runs one check to its result. Never throws: every problem is an outcome. If an outage began
 * meanwhile, or a proxy answered a request, a failure may be its effect, and the check runs again.
 * @returns the result, undefined if the run ended before the check did; and a promise of its notes,
 *   which resolves once every state is undone
 */
export async function runCheck(
  tools: RunTools,
  check: Check,
): Promise<Omit<RanCheck, 'isDisturbed'>> {
  const undone: Promise<string[]>[] = []
  for (let attempt = 1; ; attempt++) {
    const outagesBefore = tools.service.outages
    const ran = await attemptCheck(tools, check)
    undone.push(ran.undone)
    const hadOutage = tools.service.outages > outagesBefore
    const isDoubtful =
      ran.result !== undefined &&
      OF_OUTAGES.has(ran.result.outcome) &&
      (hadOutage || ran.isDisturbed)
    if (!isDoubtful || attempt >= (hadOutage ? MOST_ATTEMPTS : MOST_DISTURBED))
      return { result: ran.result, undone: Promise.all(undone).then((notes) => notes.flat()) }
  }
}

interface RanCheck {
  result: CheckResult | undefined
  isDisturbed: boolean
  undone: Promise<string[]>
}

async function attemptCheck(tools: RunTools, check: Check): Promise<RanCheck> {
  const started = performance.now()
  const run = new CheckRun(tools, check)
  let ended = missing(tools.target, run.home, check, canMakeKeys(tools.offered))
  const notes: string[] = []
  let interruptedAt = 0
  if (!ended) {
    try {
      const reason = run.unreachable()
      if (reason === undefined) {
        await tools.end.orEnd(run.prepare().then(() => check.run(run)))
        // A failure during an outage may be its effect, such as an event that did not arrive.
        if (outcomeOf(run.expectations, run.observations).outcome === 'fail')
          await tools.end.orEnd(tools.service.settled())
      } else ended = { outcome: 'unreachable', reason }
    } catch (error) {
      if (error instanceof RunEnded)
        return { result: undefined, isDisturbed: false, undone: run.end() }
      ended = interruption(error as Error)
      interruptedAt = exchangeOf(error as Error) ?? run.traffic.length
      const isDoubtful = weakKeyOf(run, run.expectations, tools.prerequisites) !== undefined
      // A step with an assumption is judged at the end of the run.
      if (error instanceof Broken && (error.step.assumes !== undefined || !isDoubtful))
        run.reportBroken(error.step, interruptedAt)
    }
  }
  const undone = run.end()
  const judged = outcomeOf(run.expectations, run.observations)
  // Violations seen before an interruption remain violations.
  const doubt = judged.outcome === 'fail' && weakKeyOf(run, run.expectations, tools.prerequisites)
  if (doubt) ended = { outcome: 'blocked', reason: doubt }
  const { outcome, reason } = ended && (doubt || judged.outcome !== 'fail') ? ended : judged
  if (ended && outcome === 'fail') notes.push(`ended early: ${ended.reason}`)
  tools.evidence.bound(run.traffic, !NEED_NO_EVIDENCE.has(outcome))
  const { id, area, level, requirements, why } = check
  const result: CheckResult = {
    id,
    area,
    level,
    requirements,
    why,
    outcome,
    ...(reason !== undefined && { reason: tools.redactor.text(reason) }),
    ...(interruptedAt > 0 && { interrupted_at: interruptedAt }),
    ...(outcome === 'fail' && { signature: signatureOf(run.expectations) }),
    expectations: run.expectations,
    observations: run.observations,
    measurements: run.measurements,
    traffic: run.traffic,
    notes: [],
    milliseconds: Math.round(performance.now() - started),
  }
  return {
    result,
    isDisturbed: run.isDisturbed,
    undone: undone.then((more) => [...more, ...notes].map((note) => tools.redactor.text(note))),
  }
}

function interruption(error: Error): { outcome: Outcome; reason: string } {
  // If a provider lists a state and then refuses it, the check has no verdict.
  if (error instanceof Blocked || error instanceof StateError || error instanceof StateUnavailable)
    return { outcome: 'blocked', reason: error.message }
  if (error instanceof Unreachable) return { outcome: 'unreachable', reason: error.message }
  if (error instanceof NoAnswer) return { outcome: 'harness_error', reason: error.message }
  return {
    outcome: 'harness_error',
    reason: `${error.message}${error.stack ? `\n${error.stack}` : ''}`,
  }
}
