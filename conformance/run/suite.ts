import type { Catalogue } from '../check/catalogue.ts'
import type { Check } from '../check/check.ts'
import { Patience } from '../check/patience.ts'
import { HttpClient } from '../http/client.ts'
import { Evidence } from '../http/evidence.ts'
import { type HttpLimits, LIMITS } from '../http/request.ts'
import type { Redactor } from '../http/redactor.ts'
import { Violations } from '../every-answer/violations.ts'
import { Hooks } from '../receiver/hooks.ts'
import type { Reporter } from '../report/reporter.ts'
import { FEATURES, type FeatureName } from '../target/features.ts'
import { ProviderStates } from '../target/states.ts'
import type { Target } from '../target/target.ts'
import { AddressLimitResets } from './address-limit.ts'
import { withExpectation } from './expected-failures.ts'
import { FirstTries } from './closed-connections/first-tries.ts'
import { countOutcomes, judgedOf, verdictOf } from './judge.ts'
import { providerRequest } from './http-request.ts'
import { homeOf } from './needs.ts'
import { PARALLEL, runAll } from './pool.ts'
import { Prerequisites } from './prerequisites.ts'
import type { CheckResult, RunReport } from './result.ts'
import type { RunTools } from './run-tools.ts'
import { canMakeKeys } from './own-keys.ts'
import { preflight } from './preflight.ts'
import { runCheck } from './run-check.ts'
import { RunEnd } from './run-end.ts'
import { ServiceWatch } from './service-watch.ts'
import { probeWebhooks } from './webhook-probe.ts'
import type { WebhookFault } from './webhook-fault.ts'

export interface SuiteOptions {
  target: Target
  checks: readonly Check[]
  /** Whether `checks` are all checks; only then the target file itself is judged. */
  whole: boolean
  catalogue: Catalogue
  redactor: Redactor
  reporters: readonly Reporter[]
  /** @default LIMITS */
  limits?: HttpLimits
  /** Seconds after which no request is made. @default 600 */
  timeLimit?: number
  /** Ends a check once it has found enough, by the requirements that it found broken. @default never */
  enough?: (broken: readonly string[]) => boolean
  /** Also runs checks that take up to a minute. @default false */
  slow?: boolean
  /** Receives webhooks here, instead of with a receiver from the target file; closed by the caller. */
  hooks?: Hooks
  /**
   * Looks first for problems that would make most checks fail, and runs none if it finds one.
   * @default false
   */
  preflight?: boolean
  /** Number of checks that run at once. @default 4 */
  parallel?: number
  /** Seconds that the run may wait for windows to roll. @default three quarters of the time limit */
  patience?: number
  /** Ends the run early, and then undoes its states. */
  end?: RunEnd
  /** Time in which the service may restart. @default 15 s */
  restartMs?: number
}

/** Judges a target. Reporters receive results in the order of the checks, whichever ends first. */
export async function runSuite(options: SuiteOptions): Promise<RunReport> {
  const { target, checks, catalogue, redactor, reporters, end = new RunEnd() } = options
  hideSecrets(target, redactor)
  const started = new Date()
  const client = new HttpClient(options.limits ?? LIMITS)
  const own =
    !options.hooks && target.webhooks && checks.some(({ needs }) => needs.webhooks)
      ? await Hooks.start(target.webhooks)
      : undefined
  const hooks = options.hooks ?? own
  let webhookFault: Promise<WebhookFault | undefined> | undefined
  const tools: RunTools = {
    webhookFault: async () =>
      (tools.knownWebhookFault = await (webhookFault ??= probeWebhooks(tools))),
    knownWebhookFault: undefined,
    target,
    catalogue,
    redactor,
    client,
    service: new ServiceWatch(target, client, end, options.restartMs),
    end,
    hooks,
    slow: options.slow ?? false,
    enough: options.enough,
    home: homeOf(target),
    offered: await end.orCleanup(offeredStates(target, client)),
    patience: new Patience(
      options.patience ?? (options.timeLimit ?? 600) * 0.75,
      (ms) =>
        new Promise((resolve) => {
          setTimeout(resolve, ms)
        }),
      (label, seconds) => {
        for (const reporter of reporters) reporter.waiting?.(label, seconds)
      },
    ),
    prerequisites: new Prerequisites(),
    firstTries: new FirstTries(),
    addressLimit: new AddressLimitResets(),
    violations: new Violations(),
    evidence: new Evidence(),
    deadline: started.getTime() + (options.timeLimit ?? 600) * 1000,
  }
  const today = started.toISOString().slice(0, 10)
  const results: CheckResult[] = []
  const take = (result: CheckResult): void => {
    const final = withExpectation(
      result,
      target.expectedFailures.find(({ check }) => check === result.id),
      today,
    )
    results.push(final)
    for (const reporter of reporters) reporter.checked?.(final, results.length)
  }
  let problems: string[] = []
  try {
    for (const reporter of reporters) reporter.started?.(target, checks.length)
    if (options.preflight) problems = (await end.orCleanup(preflight(tools, checks))) ?? []
    const runnable = problems.length > 0 ? [] : checks
    if (options.whole) absentFeatures(target).forEach(take)
    const inOrder = new InOrder(runnable, take)
    const ownKeys = tools.offered instanceof Set && canMakeKeys(tools.offered)
    const undoing: Promise<void>[] = []
    const isAlone = ({ alone }: Check) => alone === 'time' || (alone !== undefined && !ownKeys)
    await runAll(
      runnable,
      options.parallel ?? PARALLEL,
      async (check) => {
        if (isAlone(check)) await end.orCleanup(Promise.all(undoing))
        if (end.because !== undefined) return
        for (const reporter of reporters) reporter.checking?.(check)
        const { result, undone } = await runCheck(tools, check)
        // Only the result waits for the teardown, because the result includes its problems.
        if (result) inOrder.judged(check, result)
        undoing.push(undone.then((notes) => inOrder.complete(check, notes)))
      },
      (check) => ({ alone: isAlone(check), long: check.long ?? false }),
    )
    await end.orCleanup(Promise.all(undoing))
    inOrder.passAll()
    tools.prerequisites.results(results, catalogue).forEach(take)
    tools.violations.results(results, catalogue).forEach(take)
  } finally {
    client.close()
    await own?.close()
  }
  const endedEarly = earlyEnd(end, checks, results)
  const report: RunReport = {
    target: {
      name: target.name,
      regions: Object.fromEntries(
        Object.entries(target.regions).map(([name, { baseUrl }]) => [name, baseUrl]),
      ),
    },
    grade: target.providerStates ? 'with provider states' : 'black-box',
    started_at: started.toISOString(),
    finished_at: new Date().toISOString(),
    ...(problems.length > 0 ? NOT_BEGUN : verdictOf(results, endedEarly)),
    ...(endedEarly && { ended_early: endedEarly }),
    ...(problems.length > 0 && { problems }),
    judged: judgedOf(results, checks),
    counts: countOutcomes(results),
    checks: results,
  }
  for (const reporter of reporters) await reporter.finished?.(report)
  return report
}

function earlyEnd(
  { because }: RunEnd,
  checks: readonly Check[],
  results: readonly CheckResult[],
): RunReport['ended_early'] {
  if (because === undefined) return undefined
  const judged = new Set(results.map(({ id }) => id))
  return { because, not_run: checks.map(({ id }) => id).filter((id) => !judged.has(id)) }
}

const NOT_BEGUN = {
  verdict: 'not judged',
  because: 'the preflight found a problem that would make most checks fail',
  exit_code: 2,
} as const

/** Passes results on in the order of the checks, each as soon as those before it are complete. */
class InOrder {
  readonly #left: Check[]
  readonly #judged = new Map<Check, CheckResult>()
  readonly #complete = new Set<Check>()
  readonly #pass: (result: CheckResult) => void

  constructor(checks: readonly Check[], pass: (result: CheckResult) => void) {
    this.#left = [...checks]
    this.#pass = pass
  }

  judged(check: Check, result: CheckResult): void {
    this.#judged.set(check, result)
  }

  complete(check: Check, notes: string[]): void {
    const result = this.#judged.get(check)
    if (!result) return
    result.notes = notes
    this.#complete.add(check)
    while (this.#left[0] && this.#complete.has(this.#left[0])) this.#passNext()
  }

  /** After an early end: passes on what is left, without the checks that have no result. */
  passAll(): void {
    while (this.#left.length > 0) this.#passNext()
  }

  #passNext(): void {
    const result = this.#judged.get(this.#left.shift()!)
    if (result) this.#pass(result)
  }
}

/** Requested once per run; each check that needs a state reports an error. */
async function offeredStates(target: Target, client: HttpClient): Promise<RunTools['offered']> {
  if (!target.providerStates) return undefined
  const states = new ProviderStates((_label, path, body) =>
    client.send(providerRequest(target, path, body)),
  )
  return states.offered().catch((error: Error) => error)
}

/** Runs before the first request: an unknown secret could be printed. */
function hideSecrets(target: Target, redactor: Redactor): void {
  for (const region of Object.values(target.regions)) {
    for (const { label, key } of Object.values(region.credentials)) redactor.add(label, key)
  }
  if (target.providerStates?.token !== undefined)
    redactor.add('provider_states', target.providerStates.token)
}

/** Id under which a mandatory feature that is declared absent fails. */
export function featureCheckId(name: FeatureName): string {
  return `feature.${name}`
}

function absentFeatures({ features }: Target): CheckResult[] {
  const names = (Object.keys(FEATURES) as FeatureName[]).filter(
    (name) => FEATURES[name].mandatory && !features[name],
  )
  return names.map((name) => ({
    id: featureCheckId(name),
    area: 'target',
    level: 'must',
    requirements: [],
    outcome: 'fail',
    signature: 'absent',
    why: `The contract requires: ${FEATURES[name].what}.`,
    reason: `${name} is mandatory, and the target file declares it absent`,
    expectations: [],
    observations: [],
    measurements: [],
    traffic: [],
    notes: [],
    milliseconds: 0,
  }))
}
