import { type Outcome, OUTCOMES } from '../check/outcome.ts'
import { TOO_LATE } from '../http/client.ts'
import { readable } from '../http/traffic.ts'
import { aboutArea, type CheckResult, type Expectation, type RunReport } from '../run/result.ts'
import { columns, count, indent, printable, shown } from '../text.ts'
import { brokenByCause, byCause } from './causes.ts'
import { gradeOf } from './grade.ts'
import { missingOf } from './missing.ts'
import { mostBroken } from './most-broken.ts'
import type { Judged, Reporter, Sink } from './reporter.ts'

export interface TerminalOptions {
  out: Sink
  /** Terminal for the progress; undefined if there is none. */
  progress?: Sink
  /** Writes a progress line at most every ten seconds, for outputs that are not a terminal. */
  progressLines?: Sink
  /** Milliseconds on a clock that only moves forward. @default the machine's */
  now?: () => number
  color: boolean
  /** Every exchange of every check. */
  trace: boolean
}

/** Outcomes that are reported in full; the worst come last, next to the prompt. */
const TOLD: readonly Outcome[] = [
  'info',
  'expected_failure',
  'warn',
  'unreachable',
  'blocked',
  'harness_error',
  'unexpected_pass',
  'fail',
]
const WITH_TRAFFIC: ReadonlySet<Outcome> = new Set(['warn', 'blocked', 'harness_error', 'fail'])

const LINE_EVERY_MS = 10_000
const CLEAR_LINE = '\r\u001b[2K'

/** The report for people. */
export class TerminalReporter implements Reporter {
  readonly #options: TerminalOptions
  #checks = 0
  #begun = 0
  #wrong = 0
  /** Id of the check that began last. */
  #current = ''
  #lastLine: number

  constructor(options: TerminalOptions) {
    this.#options = options
    this.#lastLine = this.#now()
  }

  started({ name, regions }: Judged, checks: number): void {
    this.#checks = checks
    const addresses = Object.entries(regions).map(([region, { baseUrl }]) => `${region} ${baseUrl}`)
    const where = addresses.length > 0 ? ` (${addresses.join(', ')})` : ''
    this.#print(`${count(checks, 'check')} against ${name}${where}\n`)
  }

  checking({ id }: { id: string }): void {
    this.#begun++
    this.#current = id
    this.#progress(id)
  }

  doing(label: string): void {
    this.#progress(printable(`${this.#current}: ${label}`))
  }

  #progress(what: string): void {
    const wrong = this.#wrong === 0 ? '' : this.#paint(RED, ` ${this.#wrong} failed`)
    this.#options.progress?.(`${CLEAR_LINE}${this.#begun}/${this.#checks}${wrong} ${what}`)
    if (this.#now() - this.#lastLine < LINE_EVERY_MS) return
    this.#lastLine = this.#now()
    this.#options.progressLines?.(`${this.#begun}/${this.#checks} checks${wrong}, now ${what}\n`)
  }

  waiting(label: string, seconds: number): void {
    const text = printable(
      `waiting ${seconds} s for the end of the rate-limit window of "${label}"`,
    )
    this.#options.progress?.(`${CLEAR_LINE}${this.#begun}/${this.#checks} ${text}`)
    this.#options.progressLines?.(`${this.#begun}/${this.#checks} checks, ${text}\n`)
    this.#lastLine = this.#now()
  }

  #now(): number {
    return this.#options.now?.() ?? performance.now()
  }

  checked({ outcome }: CheckResult): void {
    if (outcome === 'fail' || outcome === 'unexpected_pass') this.#wrong++
  }

  finished(report: RunReport): void {
    this.#options.progress?.(CLEAR_LINE)
    if (this.#options.trace) for (const check of report.checks) this.#print(printable(trace(check)))
    for (const outcome of TOLD) {
      const checks = report.checks.filter((check) => check.outcome === outcome)
      if (outcome === 'unreachable') {
        this.#tellMissing(checks)
        continue
      }
      for (const { shown, others } of byCause(checks)) {
        for (const check of shown) this.#printInFull(check)
        if (others.length > 0) {
          const ids = others.map(({ id }) => id).join(', ')
          this.#print(
            printable(`${OUTCOMES[outcome]}  ${others.length} more with the same cause: ${ids}\n`),
          )
        }
      }
    }
    for (const problem of report.problems ?? [])
      this.#print(`${this.#paint(YELLOW, 'preflight')}  ${printable(problem)}\n`)
    const observed = report.checks
      .filter(({ outcome }) => outcome !== 'info')
      .flatMap(({ id, observations }) =>
        observations.map(({ gap, note }) => `observed  ${id}: ${gap}: ${note}`),
      )
    const measured = report.checks.flatMap(({ measurements }) => measurements).length
    if (measured > 0 && !this.#options.trace) {
      observed.push(
        `measured  ${count(measured, 'number')} that nothing is compared with; --trace and the HTML report show them`,
      )
    }
    if (observed.length > 0) this.#print(printable(`${observed.join('\n')}\n`))
    this.#print(
      [
        ...summary(report),
        '',
        ...mostBroken(report.checks),
        ...adviceOnTime(report),
        this.#paint(VERDICT_COLORS[report.verdict], `${report.verdict}: ${report.because}`),
      ].join('\n'),
    )
  }

  /** A new target file has few settings, so most checks lack the same ones. */
  #tellMissing(checks: readonly CheckResult[]): void {
    const lines = missingOf(checks).map((line) =>
      line.startsWith(' ') ? line : `${OUTCOMES.unreachable}  ${line}`,
    )
    if (lines.length > 0) this.#print(printable(`${lines.join('\n')}\n`))
  }

  /** Text from the target can contain control characters, which are escaped before colors are added. */
  #printInFull(check: CheckResult): void {
    const { outcome, reason, signature, expectations, observations, notes, traffic } = check
    const lines = [`${check.id}${reason === undefined ? '' : `: ${reason}`}`]
    for (const { shown, others } of brokenByCause(expectations)) {
      for (const expectation of shown) lines.push(indent(broken(expectation, check), '  '))
      if (others.length > 0) {
        const [{ requirement }] = shown as [Expectation]
        lines.push(
          `  ${requirement}: ${others.length} more with the same cause${placesOf(others, check)}`,
        )
      }
    }
    const blocking = check.interrupted_at
    if (blocking !== undefined && traffic[blocking - 1])
      lines.push(`  ended at: #${blocking} ${traffic[blocking - 1]!.label}`)
    if (outcome === 'info') lines.push(...observations.map(({ gap, note }) => `  ${gap}: ${note}`))
    if (outcome === 'fail')
      lines.push(`  why it matters: ${check.why}`, `  signature: ${signature}`)
    lines.push(...notes.map((note) => `  note: ${note}`))
    if (WITH_TRAFFIC.has(outcome) && !this.#options.trace) lines.push(...essentialExchanges(check))
    this.#print(
      `${this.#paint(COLORS[outcome], OUTCOMES[outcome])}  ${printable(lines.join('\n'))}\n`,
    )
  }

  #paint(color: number, text: string): string {
    return this.#options.color && color !== PLAIN ? `\u001b[${color}m${text}\u001b[0m` : text
  }

  #print(text: string): void {
    this.#options.out(`${text}\n`)
  }
}

const RED = 31
const GREEN = 32
const YELLOW = 33
const PLAIN = 0

const COLORS: Record<Outcome, number> = {
  pass: GREEN,
  fail: RED,
  warn: YELLOW,
  info: PLAIN,
  not_applicable: PLAIN,
  blocked: YELLOW,
  unreachable: PLAIN,
  harness_error: YELLOW,
  expected_failure: PLAIN,
  unexpected_pass: RED,
}

const VERDICT_COLORS: Record<RunReport['verdict'], number> = {
  conforming: GREEN,
  nonconforming: RED,
  'not judged': YELLOW,
}

function trace(check: CheckResult): string {
  const judged = check.expectations.map(
    ({ requirement, expected, holds }) =>
      `  ${holds ? 'holds' : 'BROKEN'}  ${requirement}  ${expected}`,
  )
  const head = `${check.id} (${OUTCOMES[check.outcome]}, ${check.milliseconds} ms)`
  const measured = check.measurements.map(({ what, result }) => `  measured  ${what}: ${result}`)
  return `${[head, ...exchanges(check), ...judged, ...measured].join('\n')}\n`
}

function broken(
  { requirement, level, text, expected, got, after }: Expectation,
  { traffic }: CheckResult,
): string {
  const last = traffic[after - 1]
  return [
    `${requirement} (${level}): ${text}`,
    `  expected: ${expected}`,
    `  got:      ${shown(got)}`,
    ...(last ? [`  after:    #${after} ${last.label}`] : []),
  ].join('\n')
}

function placesOf(expectations: readonly Expectation[], { traffic }: CheckResult): string {
  const places = [...new Set(expectations.map(({ after }) => after))].filter((i) => traffic[i - 1])
  return places.length > 0 ? `, after ${places.map((i) => `#${i}`).join(', ')}` : ''
}

/**
 * Of longer traffic, only the exchange that ended the check and those before a broken expectation
 * are shown. The last one may only undo a state.
 */
const MOST_EXCHANGES = 4

function essentialExchanges(check: CheckResult): string[] {
  const { traffic, expectations } = check
  if (traffic.length <= MOST_EXCHANGES) return exchanges(check)
  const broken = expectations.filter(({ holds }) => !holds).map(({ after }) => after)
  const ended = check.interrupted_at ?? traffic.length
  const before = [...new Set(broken)].filter((i) => i !== ended).slice(0, MOST_EXCHANGES - 1)
  const essential = [...before, ended]
    .sort((a, b) => a - b)
    .flatMap((i) => (traffic[i - 1] ? [indent(readable(traffic[i - 1]!, i), '  ')] : []))
  return [
    ...essential,
    `  (${essential.length} of ${traffic.length} exchanges; --only ${check.id} --trace shows all)`,
  ]
}

function exchanges({ traffic }: CheckResult): string[] {
  return traffic.map((exchange, i) => indent(readable(exchange, i + 1), '  '))
}

function adviceOnTime({ checks, suite }: RunReport): string[] {
  const late = checks.filter(({ reason }) => reason?.includes(TOO_LATE)).length
  return late === 0 || suite !== undefined
    ? []
    : [
        `${count(late, 'check')} got no complete response in time. If the service or this machine is slow, allow more: --timeout SECONDS`,
      ]
}

function summary(report: RunReport): string[] {
  const present = (Object.keys(OUTCOMES) as Outcome[]).filter((outcome) => report.counts[outcome])
  const areas = [...new Set(report.checks.map(({ area }) => area))]
  const row = (name: string, checks: CheckResult[], about: string): string[] => [
    name,
    ...present.map((outcome) => String(checks.filter((check) => check.outcome === outcome).length)),
    about,
  ]
  const seconds = (Date.parse(report.finished_at) - Date.parse(report.started_at)) / 1000
  const rows = [
    ['area', ...present.map((outcome) => OUTCOMES[outcome]), ''],
    ...areas.map((area) =>
      row(
        area,
        report.checks.filter((check) => check.area === area),
        aboutArea(report, area),
      ),
    ),
    row('all', report.checks, `${gradeOf(report)}, ${seconds.toFixed(1)} s`),
  ]
  return columns(rows)
}
