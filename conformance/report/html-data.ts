import type { KnownFaults } from '../check/known-faults.ts'
import { OUTCOMES } from '../check/outcome.ts'
import type { RecordedBody, Traffic } from '../http/traffic.ts'
import type { CheckResult } from '../run/result.ts'
import { count, printable } from '../text.ts'
import { curl } from './curl.ts'
import { type RequirementRow, STANDINGS } from './matrix.ts'

/** Data of the HTML report: texts only, which `page/page.js` inserts as text nodes. */
export interface PageData {
  rows: RowData[]
  checks: CheckData[]
}

interface RowData {
  id: string
  level: string
  standing: string
  outcome: string
  text: string
  reason?: string
  checks: string[]
}

interface CheckData {
  id: string
  standing: string
  outcome: string
  more: string
  facts: [string, string][]
  expectations: {
    requirement: string
    expected: string
    got: string
    holds: boolean
    after: number
  }[]
  exchanges: { title: string; status: string; texts: string[]; command: boolean; error?: string }[]
  faults: { fault: string; breaks: string }[]
}

/** Returns the JSON of the page's data. Control characters are shown as escapes, as in every report. */
export function pageData(
  rows: readonly RequirementRow[],
  checks: readonly CheckResult[],
  faults: KnownFaults,
): string {
  const data: PageData = {
    rows: rows.map(rowData),
    checks: checks.map((check) => checkData(check, faults[check.id] ?? [])),
  }
  return JSON.stringify(data, (_key, value: unknown) =>
    typeof value === 'string' ? printable(value) : value,
  )
}

function rowData({ id, level, text, standing, results, reason }: RequirementRow): RowData {
  return {
    id,
    level,
    standing,
    outcome: STANDINGS[standing],
    text: text.trim(),
    ...(reason !== undefined && { reason }),
    checks: results.map((check) => check.id),
  }
}

function checkData(check: CheckResult, faults: KnownFaults[string]): CheckData {
  const { id, outcome, expectations, traffic, milliseconds } = check
  const facts: [string, string | undefined][] = [
    ['Why it matters', check.why],
    ['Outcome', check.reason],
    ['Signature', check.signature],
    ...check.observations.map(({ gap, note }): [string, string] => [`Observed (${gap})`, note]),
    ...check.measurements.map(({ what, result }): [string, string] => [
      `Measured: ${what}`,
      result,
    ]),
    ...check.notes.map((note): [string, string] => ['Note', note]),
  ]
  return {
    id,
    standing: outcome,
    outcome: OUTCOMES[outcome],
    more: `${count(expectations.length, 'expectation')}, ${count(traffic.length, 'exchange')}, ${milliseconds} ms`,
    facts: facts.filter((fact): fact is [string, string] => Boolean(fact[1])),
    expectations: expectations.map(({ requirement, expected, got, holds, after }) => ({
      requirement,
      expected,
      got,
      holds,
      after,
    })),
    exchanges: traffic.map(exchange),
    faults: faults.map(({ fault, breaks }) => ({ fault, breaks: breaks.join(', ') })),
  }
}

function exchange(traffic: Traffic, i: number): CheckData['exchanges'][number] {
  const { label, request, answer, error, received } = traffic
  const command = curl(traffic)
  const sent =
    command ??
    [`${request.method} ${request.url}`, ...lines(request.headers), ...body(request.body)].join(
      '\n',
    )
  const got =
    answer && [answer.status_line, ...lines(answer.headers), ...body(answer.body)].join('\n')
  return {
    title: `#${i + 1} ${label}`,
    status: answer
      ? answer.status_line.replace(/^HTTP\/\S+ /, '')
      : received
        ? 'received'
        : 'no response',
    texts: [sent, ...(got === undefined ? [] : [got])],
    command: command !== undefined,
    ...(error !== undefined && { error }),
  }
}

function lines(headers: readonly [string, string][]): string[] {
  return headers.map(([name, value]) => `${name}: ${value}`)
}

/** The rest of a long body is in the JSON report. */
const SHOWN_CHARACTERS = 4000

function body(recorded: RecordedBody | undefined): string[] {
  if (!recorded) return []
  const { text, bytes, sha256 } = recorded
  if (text === undefined) return ['', `(${count(bytes, 'byte')} of binary data, sha256 ${sha256})`]
  const rest =
    text.length > SHOWN_CHARACTERS || recorded.cut
      ? [`(truncated: ${count(bytes, 'byte')} in total)`]
      : []
  return ['', text.slice(0, SHOWN_CHARACTERS), ...rest]
}
