import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import type { CoveredRequirement } from '../check/coverage.ts'
import type { KnownFaults } from '../check/known-faults.ts'
import type { RunReport } from '../run/result.ts'
import { gradeOf } from './grade.ts'
import { checkSection } from './html-check.ts'
import { escape, slug } from './html-escape.ts'
import { type RequirementRow, requirementRows, type Standing, STANDINGS } from './matrix.ts'
import type { Reporter, Sink } from './reporter.ts'

const part = (name: string): string =>
  readFileSync(new URL(`page/${name}`, import.meta.url), 'utf8')

/** One page that needs nothing else: the matrix of requirements, and each check with traffic that can be replayed. */
export class HtmlReporter implements Reporter {
  readonly #write: Sink
  readonly #covered: readonly CoveredRequirement[]
  readonly #faults: KnownFaults

  constructor(write: Sink, covered: readonly CoveredRequirement[], faults: KnownFaults) {
    this.#write = write
    this.#covered = covered
    this.#faults = faults
  }

  finished(report: RunReport): void {
    const wrongFirst = <Of>(items: readonly Of[], standing: (item: Of) => Standing): Of[] =>
      items.toSorted((a, b) => Number(WRONG.has(standing(b))) - Number(WRONG.has(standing(a))))
    const checks = wrongFirst(report.checks, ({ outcome }) => outcome)
    const rows = wrongFirst(
      requirementRows(this.#covered, report.checks),
      ({ standing }) => standing,
    )
    this.#write(page({ ...report, checks }, rows, this.#faults))
  }
}

function page(report: RunReport, rows: readonly RequirementRow[], faults: KnownFaults): string {
  const [style, script] = [part('page.css'), part('page.js')]
  // What a target sent stands in this page. It is escaped; should that ever fail, nothing of it may run or load.
  const policy = `default-src 'none'; style-src 'sha256-${sha256(style)}'; script-src 'sha256-${sha256(script)}'`
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escape(report.target.name)}: ${report.verdict}</title>
<style>${style}</style>
</head>
<body>
${header(report)}
<main>
<form class="tools" role="search" aria-label="Filter the report">
<input type="search" id="search" placeholder="Search requirements and checks ( / )" aria-label="Search" autocomplete="off">
<div class="chips" role="group" aria-label="Outcomes">${chips(rows)}</div>
<p id="shown" role="status"></p>
</form>
<section aria-labelledby="requirements">
<h2 id="requirements">Requirements</h2>
<table>
<thead><tr><th scope="col">Id<th scope="col">Level<th scope="col">Outcome<th scope="col">Requirement<th scope="col">Checks</thead>
<tbody>
${rows.map(requirementRow).join('\n')}
</tbody>
</table>
</section>
<section aria-labelledby="checks">
<h2 id="checks">Checks</h2>
<p class="about">Each with what it expected and got, every exchange, and the faults that it is known to find, as it found
them in services made faulty on purpose. The commands are replayed after <code>KEY=...</code> names the key.</p>
${report.checks.map((check) => checkSection(check, faults[check.id] ?? [])).join('\n')}
</section>
</main>
<script>${script}</script>
</body>
</html>
`
}

function header(report: RunReport): string {
  const seconds = (Date.parse(report.finished_at) - Date.parse(report.started_at)) / 1000
  const addresses = Object.entries(report.target.regions)
    .map(([region, url]) => `${region} ${url}`)
    .join(', ')
  return `<header>
<p class="verdict ${slug(report.verdict)}">${escape(report.verdict)}</p>
<h1>${escape(report.target.name)}</h1>
<p>${escape(report.because)}. Grade: ${escape(gradeOf(report))}. ${report.checks.length} checks in ${seconds.toFixed(1)} s, ${escape(
    report.started_at.replace(/\.\d+Z$/, 'Z').replace('T', ' '),
  )}; ${escape(addresses)}</p>
${(report.problems ?? []).map((problem) => `<p>${escape(problem)}</p>`).join('\n')}
</header>`
}

/** What a reader looks for, and so finds on top. */
const WRONG: ReadonlySet<Standing> = new Set([
  'fail',
  'unexpected_pass',
  'harness_error',
  'blocked',
])

/** A button for each outcome that occurs; what went wrong and what was judged is shown at first. */
function chips(rows: readonly RequirementRow[]): string {
  const counts = Object.entries(Object.groupBy(rows, ({ standing }) => standing)) as [
    Standing,
    RequirementRow[],
  ][]
  const order = Object.keys(STANDINGS)
  return counts
    .sort(([a], [b]) => order.indexOf(a) - order.indexOf(b))
    .map(
      ([standing, of]) =>
        `<button type="button" class="chip ${standing}" data-standing="${standing}" aria-pressed="${!HIDDEN.has(standing)}">${
          STANDINGS[standing]
        } <b>${of.length}</b></button>`,
    )
    .join('\n')
}

/** Rows that no run can say anything of. */
const HIDDEN: ReadonlySet<Standing> = new Set([
  'client',
  'untestable',
  'unspecified',
  'unobservable',
  'to_do',
  'not_run',
])

function requirementRow({ id, level, text, standing, results, reason }: RequirementRow): string {
  const links = results.map(({ id }) => `<a href="#${slug(id)}">${escape(id)}</a>`).join(' ')
  const why = reason === undefined ? '' : `<span class="reason">${escape(reason)}</span>`
  return (
    `<tr id="${id}" data-standing="${standing}"><th scope="row"><a href="#${id}">${id}</a><td>${level}` +
    `<td><span class="outcome ${standing}">${STANDINGS[standing]}</span><td>${escape(text.trim())}${why}<td>${links}`
  )
}

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('base64')
}
