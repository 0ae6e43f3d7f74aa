import { readFileSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { soakText } from '../../parts/growth/table.ts'
import { inRaisedWorld, remarks } from '../remarks.ts'
import { conditions } from '../render.ts'
import { reportTables } from '../report-tables.ts'
import type { Report } from '../report.ts'
import type { Rows } from '../table.ts'
import { failures } from '../verdict.ts'
import { chartsOf } from './charts.ts'
import { draw } from './draw.ts'
import { nameKnownLanguage } from './known-language.ts'
import { STYLE } from './style.ts'

/** Writes the self-contained `bench.html`; returns its path. */
export async function writePage(report: Report, folder: string): Promise<string> {
  const file = join(folder, 'bench.html')
  await writeFile(file, page(report))
  return file
}

/** Returns a report as one HTML file with tables and plots. It makes no network requests. */
export function page(report: Report): string {
  const charts = chartsOf(report)
  const found = failures(report)
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; img-src data:; style-src 'unsafe-inline'; script-src 'unsafe-inline'">
<link rel="icon" href="${ICON}">
<title>vskit bench, ${escaped(report.started_at)}</title>
<style>${library('uPlot.min.css')}${STYLE}</style>
</head>
<body><main>
<h1>vskit bench</h1>
<p class="quiet">${escaped(report.started_at)}</p>
${conditions(report)
  .split('\n')
  .map((line) => `<p class="quiet">${escaped(line)}</p>`)
  .join('\n')}
${inRaisedWorld(report) ? '<p><span class="badge">budgets raised</span></p>' : ''}
${list(found, 'bad')}
${section('Figures', [...reportTables(report).map(table), ...(report.soak ? [`<p>${escaped(soakText(report.soak))}</p>`] : [])].join('\n'))}
${section(
  'Plots',
  `<div class="charts">${charts
    .map(({ title }, i) => `<figure><h3>${escaped(title)}</h3><div id="chart-${i}"></div></figure>`)
    .join('\n')}</div>`,
  charts.length > 0,
)}
${section('Before you quote a figure', list(remarks(report), ''), remarks(report).length > 0)}
</main>
<script>(${nameKnownLanguage.toString()})(navigator)</script>
<script>${library('uPlot.iife.min.js')}</script>
<script>(${draw.toString()})(${inScript(charts)}, window)</script>
</body></html>
`
}

function section(title: string, content: string, wanted = content !== ''): string {
  return wanted ? `<h2>${title}</h2>\n${content}` : ''
}

/** Three bars, inlined because the page loads nothing. */
const ICON = `data:image/svg+xml,${encodeURIComponent(
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24"><rect width="24" height="24" rx="5" fill="#0b57b7"/>' +
    '<path d="M7 18v-5m5 5V6m5 12v-8" stroke="#fff" stroke-width="3"/></svg>',
)}`

function table([head, ...rows]: Rows): string {
  const line = (cells: string[], tag: 'th' | 'td'): string =>
    `<tr>${cells.map((cell) => `<${tag}${/^(REGRESSION|wrong)$/.test(cell) ? ' class="bad"' : ''}>${escaped(cell)}</${tag}>`).join('')}</tr>`
  // Scrolling boxes are focusable for keyboard users.
  return `<div class="scroll" tabindex="0" role="region" aria-label="${escaped(head![0] || 'Figures')}"><table><thead>${line(head!, 'th')}</thead><tbody>
${rows.map((cells) => line(cells, 'td')).join('\n')}
</tbody></table></div>`
}

function list(lines: string[], kind: string): string {
  return lines.length === 0
    ? ''
    : `<ul class="${kind}">${lines.map((line) => `<li>${escaped(line)}</li>`).join('')}</ul>`
}

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

/** Escapes HTML: processor names and target messages are untrusted. */
export function escaped(text: string): string {
  return text.replace(/[&<>"]/g, (sign) => ENTITIES[sign]!)
}

/** Serializes JSON so that it cannot close its script element. */
function inScript(value: unknown): string {
  return JSON.stringify(value).replaceAll('<', '\\u003c')
}

function library(file: string): string {
  const main = createRequire(import.meta.url).resolve('uplot')
  return readFileSync(join(main, '..', file), 'utf8')
}
