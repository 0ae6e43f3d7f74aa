import type { KnownFaults } from '../check/known-faults.ts'
import { type Outcome, OUTCOMES } from '../check/outcome.ts'
import type { RecordedBody, Traffic } from '../http/traffic.ts'
import type { CheckResult, Expectation } from '../run/result.ts'
import { count } from '../text.ts'
import { curl } from './curl.ts'
import { escape, slug } from './html-escape.ts'

const OPEN: ReadonlySet<Outcome> = new Set(['fail', 'unexpected_pass'])

/** One check, folded unless it failed: why it matters, what was expected and got, and every exchange. */
export function checkSection(check: CheckResult, faults: KnownFaults[string]): string {
  const {
    id,
    outcome,
    why,
    reason,
    signature,
    expectations,
    observations,
    measurements,
    notes,
    traffic,
    milliseconds,
  } = check
  const facts: [string, string | undefined][] = [
    ['Why it matters', why],
    ['Outcome', reason],
    ['Signature', signature],
    ...observations.map(({ gap, note }): [string, string] => [`Observed (${gap})`, note]),
    ...measurements.map(({ what, result }): [string, string] => [`Measured: ${what}`, result]),
    ...notes.map((note): [string, string] => ['Note', note]),
  ]
  return `<details class="check" id="${slug(id)}" data-standing="${outcome}"${OPEN.has(outcome) ? ' open' : ''}>
<summary><span class="outcome ${outcome}">${OUTCOMES[outcome]}</span> <span class="name">${escape(id)}</span>
<span class="more">${count(expectations.length, 'expectation')}, ${count(traffic.length, 'exchange')}, ${milliseconds} ms</span></summary>
<dl>${facts
    .filter(([, text]) => text)
    .map(([name, text]) => `<dt>${escape(name)}<dd>${escape(text!)}`)
    .join('')}</dl>
${expectations.length > 0 ? `<ul class="expectations">${expectations.map(expectation).join('')}</ul>` : ''}
${traffic.map(exchange).join('\n')}
${faults.length > 0 ? knownFaults(faults) : ''}
</details>`
}

function knownFaults(faults: KnownFaults[string]): string {
  const items = faults.map(
    ({ fault, breaks }) =>
      `<li>a service that ${escape(fault)} <span class="more">${breaks.join(', ')}</span>`,
  )
  return `<details class="faults"><summary>Known to find ${count(faults.length, 'fault')}</summary><ul>${items.join('')}</ul></details>`
}

function expectation({ requirement, expected, got, holds, after }: Expectation): string {
  return (
    `<li class="${holds ? 'holds' : 'broken'}"><span class="mark">${holds ? 'holds' : 'broken'}</span> ` +
    `<a href="#${requirement}">${requirement}</a> expected ${escape(expected)}` +
    `${holds ? '' : `, got <code>${escape(got)}</code>`}${after > 0 ? ` <span class="more">after #${after}</span>` : ''}`
  )
}

function exchange(traffic: Traffic, i: number): string {
  const { label, request, answer, error, received } = traffic
  const command = curl(traffic)
  const status = answer
    ? answer.status_line.replace(/^HTTP\/\S+ /, '')
    : received
      ? 'received'
      : 'no answer'
  return `<details class="exchange"><summary>#${i + 1} ${escape(label)} <span class="more">${escape(status)}</span></summary>
${
  command === undefined
    ? `<pre>${escape([`${request.method} ${request.url}`, ...lines(request.headers), ...body(request.body)].join('\n'))}</pre>`
    : `<pre class="command">${escape(command)}</pre>`
}
${answer ? `<pre>${escape([answer.status_line, ...lines(answer.headers), ...body(answer.body)].join('\n'))}</pre>` : ''}
${error === undefined ? '' : `<p class="error">${escape(error)}</p>`}</details>`
}

function lines(headers: readonly [string, string][]): string[] {
  return headers.map(([name, value]) => `${name}: ${value}`)
}

/** The rest of a long body is in the JSON report. */
const SHOWN_CHARACTERS = 4000

function body(recorded: RecordedBody | undefined): string[] {
  if (!recorded) return []
  const { text, bytes, sha256 } = recorded
  if (text === undefined)
    return ['', `(${count(bytes, 'byte')} that are no text, sha256 ${sha256})`]
  const rest =
    text.length > SHOWN_CHARACTERS || recorded.cut
      ? [`(and more: ${count(bytes, 'byte')} in all)`]
      : []
  return ['', text.slice(0, SHOWN_CHARACTERS), ...rest]
}
