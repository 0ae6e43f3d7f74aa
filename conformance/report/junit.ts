import { type Outcome, OUTCOMES } from '../check/outcome.ts'
import { readable } from '../http/traffic.ts'
import { aboutArea, type CheckResult, type RunReport } from '../run/result.ts'
import { count, printable, shown } from '../text.ts'
import { brokenByCause } from './causes.ts'
import { withoutRepeats } from './repeats.ts'
import type { Reporter, Sink } from './reporter.ts'

/** Maps outcomes to the four of JUnit. A check without a verdict must not look like a success. */
const KIND: Record<Outcome, 'passed' | 'failure' | 'error' | 'skipped'> = {
  pass: 'passed',
  info: 'passed',
  warn: 'passed',
  fail: 'failure',
  unexpected_pass: 'failure',
  blocked: 'error',
  harness_error: 'error',
  not_applicable: 'skipped',
  unreachable: 'skipped',
  expected_failure: 'skipped',
}

/** JUnit XML, as CI servers read it: a suite for each area, a case for each check. */
export class JunitReporter implements Reporter {
  readonly #write: Sink

  constructor(write: Sink) {
    this.#write = write
  }

  finished(report: RunReport): void {
    const results = [...report.checks, ...unfinished(report)]
    const areas = Object.entries(Object.groupBy(results, ({ area }) => area)) as [
      CheckResult['area'],
      CheckResult[],
    ][]
    this.#write(
      [
        '<?xml version="1.0" encoding="UTF-8"?>',
        `<testsuites${attributes({ name: `${report.suite ?? 'conformance'} of ${report.target.name}`, ...totals(results) })}>`,
        ...areas.flatMap(([area, checks]) => suite(area, checks, report)),
        '</testsuites>',
        '',
      ].join('\n'),
    )
  }
}

/** A run that ended early must not look like a success. */
function unfinished({ ended_early: endedEarly }: RunReport): CheckResult[] {
  if (!endedEarly) return []
  const result: CheckResult = {
    id: 'run.complete',
    area: 'target',
    level: 'must',
    requirements: [],
    why: '',
    outcome: 'harness_error',
    reason: endedEarly.because,
    expectations: [],
    observations: [],
    measurements: [],
    traffic: [],
    notes: [`no result: ${endedEarly.not_run.join(', ')}`],
    milliseconds: 0,
  }
  return [result]
}

function suite(
  area: CheckResult['area'],
  checks: readonly CheckResult[],
  report: RunReport,
): string[] {
  return [
    `  <testsuite${attributes({ name: area, ...totals(checks), timestamp: report.started_at.slice(0, 19) })}>`,
    '    <properties>',
    `      <property${attributes({ name: 'about', value: aboutArea(report, area) })}/>`,
    '    </properties>',
    ...checks.flatMap((check) => testCase(check, report)),
    '  </testsuite>',
  ]
}

function testCase(check: CheckResult, report: RunReport): string[] {
  const kind = KIND[check.outcome]
  const head = `    <testcase${attributes({ name: check.id, classname: `${report.suite ?? 'conformance'}.${check.area}`, time: seconds([check]) })}`
  const brokenInWords = brokenByCause(check.expectations).flatMap(({ shown: first, others }) => [
    ...first.map(
      ({ requirement, expected, got }) => `${requirement}: expected ${expected}, got ${shown(got)}`,
    ),
    ...(others.length > 0
      ? [`${others[0]!.requirement}: ${others.length} more with the same cause`]
      : []),
  ])
  const text = [
    ...brokenInWords,
    ...(kind === 'failure' ? brokenRequirements(check) : []),
    ...check.notes,
    ...(kind === 'failure' || kind === 'error'
      ? withoutRepeats(check).flatMap(({ exchange, number, repeats }) => [
          ...(repeats > 0
            ? [`(${count(repeats, 'equal request')} before #${number} with the same status)`]
            : []),
          readable(exchange, number),
        ])
      : []),
  ].join('\n')
  if (kind === 'passed') {
    return text === ''
      ? [`${head}/>`]
      : [`${head}>`, `      <system-out>${content(text)}</system-out>`, '    </testcase>']
  }
  const message = check.reason ?? brokenInWords[0] ?? OUTCOMES[check.outcome]
  return [
    `${head}>`,
    `      <${kind}${attributes({ type: OUTCOMES[check.outcome], message: message.split('\n')[0]! })}>${content(
      text,
    )}</${kind}>`,
    '    </testcase>',
  ]
}

/** Returns the texts of the broken requirements, and the consequence. */
function brokenRequirements({ expectations, why }: CheckResult): string[] {
  const broken = new Map(
    expectations
      .filter(({ holds }) => !holds)
      .map(({ requirement, level, text }) => [requirement, `${requirement} (${level}): ${text}`]),
  )
  return [...broken.values(), ...(why === '' ? [] : [`why it matters: ${why}`])]
}

function totals(checks: readonly CheckResult[]): Record<string, string> {
  const counted = (kind: string): string =>
    String(checks.filter(({ outcome }) => KIND[outcome] === kind).length)
  return {
    tests: String(checks.length),
    failures: counted('failure'),
    errors: counted('error'),
    skipped: counted('skipped'),
    time: seconds(checks),
  }
}

function seconds(checks: readonly CheckResult[]): string {
  return (checks.reduce((sum, { milliseconds }) => sum + milliseconds, 0) / 1000).toFixed(3)
}

function attributes(values: Record<string, string>): string {
  return Object.entries(values)
    .map(
      ([name, value]) =>
        ` ${name}="${content(value).replace(/[\n\t]/g, (char) => `&#${char.charCodeAt(0)};`)}"`,
    )
    .join('')
}

/** XML cannot represent most control characters, two others, and lone surrogates. */
function content(text: string): string {
  return printable(text.toWellFormed())
    .replace(/[\ufffe\uffff]/g, '\ufffd')
    .replace(/[&<>"]/g, (char) => `&#${char.charCodeAt(0)};`)
}
