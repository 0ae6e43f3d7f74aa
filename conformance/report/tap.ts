import type { Outcome } from '../check/outcome.ts'
import { OUTCOMES } from '../check/outcome.ts'
import type { CheckResult, RunReport } from '../run/result.ts'
import { printable, shown } from '../text.ts'
import { brokenByCause } from './causes.ts'
import type { Reporter, Sink } from './reporter.ts'

const SKIPPED: ReadonlySet<Outcome> = new Set(['not_applicable', 'unreachable'])
const NOT_OK: ReadonlySet<Outcome> = new Set([
  'fail',
  'unexpected_pass',
  'blocked',
  'harness_error',
  'expected_failure',
])

/** TAP 14: a line for each check that ends. Expected failures are TODO, checks that did not run are SKIP. */
export class TapReporter implements Reporter {
  readonly #out: Sink

  constructor(out: Sink) {
    this.#out = out
  }

  started(): void {
    this.#out('TAP version 14\n')
  }

  checked(result: CheckResult, number: number): void {
    const { outcome, id } = result
    const reason = firstLine(result.reason ?? '')
    const skip = SKIPPED.has(outcome) ? ` # SKIP ${OUTCOMES[outcome]}: ${reason}` : ''
    const todo = outcome === 'expected_failure' ? ` # TODO ${reason}` : ''
    this.#out(
      `${NOT_OK.has(outcome) ? 'not ok' : 'ok'} ${number} - ${id}${skip}${todo}\n${diagnostics(result)}`,
    )
  }

  finished(report: RunReport): void {
    const early = report.ended_early ? [report.ended_early.because] : []
    for (const problem of [...(report.problems ?? []), ...early])
      this.#out(`Bail out! ${firstLine(problem)}\n`)
    this.#out(`1..${report.checks.length}\n# ${report.verdict}: ${firstLine(report.because)}\n`)
  }
}

function firstLine(text: string): string {
  return printable(text.split('\n', 1)[0]!).replaceAll('#', '\\#')
}

/** A YAML block; JSON strings are valid YAML for any text of the target. */
function diagnostics(result: CheckResult): string {
  if (result.outcome === 'pass' || SKIPPED.has(result.outcome)) return ''
  const broken = brokenByCause(result.expectations)
  const lines = [
    `outcome: ${quoted(OUTCOMES[result.outcome])}`,
    ...(result.reason === undefined ? [] : [`reason: ${quoted(result.reason)}`]),
    ...(result.signature === undefined ? [] : [`signature: ${quoted(result.signature)}`]),
    ...(broken.length === 0 ? [] : ['broken:']),
    ...broken.flatMap(({ shown: first, others }) => [
      ...first.flatMap(({ requirement, text, expected, got }) => [
        `  - requirement: ${requirement}`,
        `    text: ${quoted(text)}`,
        `    expected: ${quoted(expected)}`,
        `    got: ${quoted(shown(got))}`,
      ]),
      ...(others.length > 0 ? [`    more_with_the_same_cause: ${others.length}`] : []),
    ]),
  ]
  return ['---', ...lines, '...'].map((line) => `  ${line}\n`).join('')
}

function quoted(text: string): string {
  return JSON.stringify(printable(text))
}
