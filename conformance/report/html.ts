import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { gzipSync } from 'node:zlib'
import type { CoveredRequirement } from '../check/coverage.ts'
import type { KnownFaults } from '../check/known-faults.ts'
import type { RunReport } from '../run/result.ts'
import { gradeOf } from './grade.ts'
import { pageData } from './html-data.ts'
import { escape, slug } from './html-escape.ts'
import { type RequirementRow, requirementRows, type Standing, STANDINGS } from './matrix.ts'
import type { Reporter, Sink } from './reporter.ts'

/** A tick, inlined because the page loads no files. */
const ICON = `data:image/svg+xml,${encodeURIComponent(
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24"><rect width="24" height="24" rx="5" fill="#0b57b7"/>' +
    '<path d="m6 12 4 4 8-8" fill="none" stroke="#fff" stroke-width="3"/></svg>',
)}`

const part = (name: string): string =>
  readFileSync(new URL(`page/${name}`, import.meta.url), 'utf8')

/**
 * One self-contained page: the matrix of requirements, and each check with commands that replay its
 * traffic. The script draws only the visible part from compressed data: a page of all traffic has
 * 40,000 elements.
 */
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
  // This page contains data from the target. It is escaped; if that fails, the policy still prevents scripts and
  // loads.
  const policy = `default-src 'none'; img-src data:; style-src 'sha256-${sha256(style)}'; script-src 'sha256-${sha256(script)}'`
  const packed = gzipSync(pageData(rows, report.checks, faults), { level: 9 }).toString('base64')
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<link rel="icon" href="${ICON}">
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
<tbody></tbody>
</table>
<button type="button" id="more-rows" hidden></button>
<noscript><p>This page needs scripts to show its requirements and checks. The JSON report has the same data.</p></noscript>
</section>
<section aria-labelledby="checks">
<h2 id="checks">Checks</h2>
<p class="about">Each check lists its expectations, the observed values, ${Object.keys(faults).length > 0 ? 'every exchange, and the faults that its self-tests find' : 'and every exchange'}. To replay a command, set the key with <code>KEY=...</code> first.</p>
<div id="found"></div>
<button type="button" id="more-checks" hidden></button>
<details id="passing" hidden><summary></summary><div id="passed"></div>
<button type="button" id="more-passed" hidden></button></details>
</section>
</main>
<script type="application/gzip" id="data">${packed}</script>
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
  )}${addresses && `; ${escape(addresses)}`}</p>
${(report.problems ?? []).map((problem) => `<p>${escape(problem)}</p>`).join('\n')}
</header>`
}

/** Puts the results that matter most to a reader first. */
const WRONG: ReadonlySet<Standing> = new Set([
  'fail',
  'unexpected_pass',
  'harness_error',
  'blocked',
])

/** A button for each outcome that occurs; failures and judged checks are shown initially. */
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

/** Requirements that no run can judge. */
const HIDDEN: ReadonlySet<Standing> = new Set([
  'client',
  'untestable',
  'unspecified',
  'unobservable',
  'to_do',
  'not_run',
])

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('base64')
}
