import { setTimeout as sleep } from 'node:timers/promises'
import type { Catalogue } from '../../conformance/check/catalogue.ts'
import { Blocked, type Outcome, Unreachable } from '../../conformance/check/outcome.ts'
import { HttpClient } from '../../conformance/http/client.ts'
import type { Redactor } from '../../conformance/http/redactor.ts'
import type { SignatureScheme } from '../../conformance/receiver/signature.ts'
import type { Reporter } from '../../conformance/report/reporter.ts'
import { withExpectation } from '../../conformance/run/expected-failures.ts'
import {
  countOutcomes,
  judgedOf,
  outcomeOf,
  signatureOf,
  verdictOf,
} from '../../conformance/run/judge.ts'
import type { CheckResult, RunReport } from '../../conformance/run/result.ts'
import { RunEnd, RunEnded } from '../../conformance/run/run-end.ts'
import type { ExpectedFailure } from '../../conformance/target/target.ts'
import { count } from '../../conformance/text.ts'
import { AREAS, type Check } from '../check.ts'
import { type Driver, DriverError } from '../driver/driver.ts'
import type { Service } from '../service/service.ts'
import { IMAGE } from '../checks/requests-of.ts'
import { CheckRun } from './context.ts'
import { waitForImages } from './image-budget.ts'
import { OutOfTime, type RunTools } from './run-tools.ts'

export interface RunOptions {
  /** Name of the integration in reports. */
  name: string
  service: Service
  /** Undefined if only a receiver is judged. */
  driver: Driver | undefined
  /** The receiver; undefined if only a backend is judged. */
  webhook: URL | undefined
  scheme: SignatureScheme
  checks: readonly Check[]
  catalogue: Catalogue
  redactor: Redactor
  reporters: readonly Reporter[]
  expectedFailures: readonly ExpectedFailure[]
  /** Time limit of the receiver for a response. */
  answerWithinMs: number
  /** Time limit for a result. */
  patienceMs: number
  /** Least time until the end of the window of a 429. @default 15 s */
  resetInMs?: number
  /** Time limit of the whole run. @default none */
  limitMs?: number
  /** Whether a broken `should` fails the run. */
  strict: boolean
  /** Ends the run early. */
  end?: RunEnd
}

/** Longer than the fixed waits of common retry settings, and shorter than the windows of the service. */
const RESET_IN_MS = 15_000

/** Judges an integration. Checks run one after the other because they share one backend. */
export async function runIntegration(options: RunOptions): Promise<RunReport> {
  const {
    name,
    service,
    driver,
    webhook,
    checks,
    redactor,
    reporters,
    end = new RunEnd(),
  } = options
  const started = new Date()
  const overAt = started.getTime() + (options.limitMs ?? Infinity)
  const outOfTime = `the run reached its time limit of ${(options.limitMs ?? 0) / 1000} s; --limit SECONDS allows more, --area and --only run fewer checks`
  redactor.add('key', service.organization.key)
  redactor.add('webhook secret', service.secret)
  const tools: RunTools = {
    ...options,
    resetInMs: options.resetInMs ?? RESET_IN_MS,
    late: 0,
    awaited: undefined,
    isOver: false,
    hasBegun: false,
    step: (label) => {
      if (Date.now() > overAt) throw new OutOfTime(outOfTime)
      for (const reporter of reporters) reporter.doing?.(label)
    },
    client: receiverClient(options.answerWithinMs),
  }
  const today = started.toISOString().slice(0, 10)
  const results: CheckResult[] = []
  let withoutBegin: string | undefined
  let isOutOfTime = false
  const target = { name, regions: {} }
  service.ordinary()
  try {
    for (const reporter of reporters) reporter.started?.(target, checks.length)
    for (const check of checks) {
      for (const reporter of reporters) reporter.checking?.(check)
      const at = service
        .exchanges(0)
        .filter(({ operation, forwarded }) => operation === IMAGE && forwarded)
        .map((exchange) => exchange.at)
      // Signed files need no verification, so a backend has no cause to request images.
      const needsWait = !driver?.lost && check.area !== 'documents'
      const waitMs = needsWait ? waitForImages(at, Date.now()) : 0
      if (waitMs > 0)
        for (const reporter of reporters) reporter.waiting?.(IMAGE, Math.ceil(waitMs / 1000))
      const run = async () => {
        await sleep(waitMs)
        return runCheck(tools, check)
      }
      const { result: ran, cannotBegin } = await end.orEnd(run())
      isOutOfTime = ran.reason === outOfTime
      if (isOutOfTime) break
      // Only the first check reports that the backend begins no verification.
      if (cannotBegin && withoutBegin !== undefined) continue
      if (cannotBegin) withoutBegin = check.id
      const judged = withStrictness(ran, options.strict)
      const entry = options.expectedFailures.find((one) => one.check === check.id)
      const result = withExpectation(judged, entry, today)
      results.push(result)
      const left = checks.length - results.length
      if (tools.isOver && left > 0) result.notes.push(`${count(left, 'check')} did not run`)
      for (const reporter of reporters) reporter.checked?.(result, results.length)
      if (tools.isOver) break
    }
  } catch (error) {
    if (!(error instanceof RunEnded)) throw error
  } finally {
    tools.client.close()
  }
  const judgedIds = new Set(results.map(({ id }) => id))
  const notRun = checks.map(({ id }) => id).filter((id) => !judgedIds.has(id))
  // After the end of the driver, the last result counts them.
  const endedEarly: RunReport['ended_early'] =
    notRun.length > 0 && !tools.isOver
      ? {
          because: end.because ?? (isOutOfTime ? outOfTime : beginsNone(withoutBegin!)),
          not_run: notRun,
        }
      : undefined
  const report: RunReport = {
    suite: 'integration',
    areas: AREAS,
    target,
    grade: [webhook && 'receiver', driver && 'backend'].filter(Boolean).join(' and '),
    started_at: started.toISOString(),
    finished_at: new Date().toISOString(),
    ...verdictOf(results, endedEarly),
    ...(endedEarly && { ended_early: endedEarly }),
    judged: judgedOf(results, checks),
    counts: countOutcomes(results),
    checks: results,
  }
  for (const reporter of reporters) await reporter.finished?.(report)
  return report
}

/** Returns a client of the receiver. It waits longer than the receiver may, to see how late it is. */
export function receiverClient(answerWithinMs: number): HttpClient {
  return new HttpClient({
    timeoutMs: Math.round(answerWithinMs * 1.5) + 500,
    maxBytes: 1024 * 1024,
  })
}

/** Runs one check to its result. Never throws: every error becomes an outcome. */
async function runCheck(
  tools: RunTools,
  check: Check,
): Promise<{ result: CheckResult; cannotBegin: boolean }> {
  const began = performance.now()
  const run = new CheckRun(tools, check)
  let ended = tools.driver?.lost ? interruption(tools.driver.lost) : missing(tools, check)
  if (!ended) {
    try {
      await check.run(run)
    } catch (error) {
      ended = interruption(tools.driver?.lost ?? (error as Error))
    }
  }
  tools.isOver = ended !== undefined && tools.driver?.lost !== undefined
  const traffic = run.traffic
  run.end()
  const judged = outcomeOf(run.expectations, run.observations)
  // Violations seen before an interruption remain violations.
  const isBroken = judged.outcome === 'fail' || judged.outcome === 'warn'
  const { outcome, reason } = ended && !isBroken ? ended : judged
  const { id, area, level, requirements, why } = check
  const result: CheckResult = {
    id,
    area,
    level,
    requirements,
    why,
    outcome,
    ...(reason !== undefined && { reason: tools.redactor.text(reason) }),
    ...(isBroken && { signature: signatureOf(run.expectations) }),
    expectations: run.expectations,
    observations: run.observations,
    measurements: [],
    traffic,
    notes: [
      ...(ended && isBroken ? [tools.redactor.text(`ended early: ${ended.reason}`)] : []),
      ...(isBroken ? new Set(run.notes) : []),
    ],
    milliseconds: Math.round(performance.now() - began),
  }
  const isOfBegin = run.beginFailure !== undefined && ended?.reason.includes(run.beginFailure)
  const cannotBegin = outcome === 'blocked' && isOfBegin === true && !tools.hasBegun
  return { result, cannotBegin }
}

function missing(
  { driver, webhook }: RunTools,
  { needs }: Check,
): { outcome: Outcome; reason: string } | undefined {
  if (needs.webhook && !webhook)
    return {
      outcome: 'unreachable',
      reason: 'needs the receiver; name it with --webhook URL, or in the first line of the driver',
    }
  const lacking = needs.drive?.filter((operation) => !driver?.ready.can.includes(operation)) ?? []
  if (lacking.length === 0) return undefined
  const reason = driver
    ? `the driver does not offer ${lacking.join(', ')}; see integration/PROTOCOL.md`
    : 'needs a backend with a driver; name a command with --drive (integration/PROTOCOL.md)'
  return { outcome: 'unreachable', reason }
}

function beginsNone(first: string): string {
  return `the backend began no verification; repair "begin" first: --only ${first} --log`
}

function interruption(error: Error): { outcome: Outcome; reason: string } {
  if (error instanceof Blocked || error instanceof DriverError || error instanceof OutOfTime)
    return { outcome: 'blocked', reason: error.message }
  if (error instanceof Unreachable) return { outcome: 'unreachable', reason: error.message }
  return { outcome: 'harness_error', reason: error.message }
}

/** With `strict`, a broken `should` fails; without it, it is a warning and has no signature. */
function withStrictness(result: CheckResult, strict: boolean): CheckResult {
  if (result.outcome !== 'warn') return result
  if (strict) return { ...result, outcome: 'fail' }
  const { signature: _, ...others } = result
  return others
}
