import type { PathResult } from '../measure/measure.ts'
import type { StartResult } from '../measure/start.ts'
import { type Summary, withinNoise } from '../measure/statistics.ts'

/** A header row, then one row per item. */
export type Rows = string[][]

/** Lists ratios to bare `node:http`, one row per path. */
export function pathTable(results: PathResult[]): Rows {
  const ratios = ['ratio', 'min to max', 'noise', 'CPU ratio', 'min to max', 'noise']
  const head = ['path', ...ratios, 'req/s', 'bare', 'p99 ms', 'bare', 'busy', 'bare']
  return [
    head,
    ...results.map(({ path, bare, noise }) => [
      path,
      ...ratioCells(bare.ratio, noise.ratio, 'not measured'),
      // CPU time of a user's process is unknown, which is no failure.
      ...ratioCells(bare.cpu_ratio, noise.cpu_ratio, '-'),
      whole(bare.variant.requests_per_second),
      whole(bare.baseline.requests_per_second),
      fixed(bare.variant.p99_ms),
      fixed(bare.baseline.p99_ms),
      percent(bare.variant.server_busy),
      percent(bare.baseline.server_busy),
    ]),
  ]
}

/** Lists times to the first successful response, one row per kind of process. */
export function startTable({ summaries }: StartResult): Rows {
  const bare = summaries['bare node:http'].ms.median
  return [
    ['start to first response', 'median ms', 'min', 'max', 'runs', 'start / bare', 'CPU ms'],
    ...Object.entries(summaries).map(([kind, { ms, cpu_ms }]) => [
      kind,
      ...[ms.median, ms.min, ms.max].map((time) => time.toFixed(0)),
      String(ms.count),
      `${(ms.median / bare).toFixed(1)}x`,
      cpu_ms ? cpu_ms.median.toFixed(0) : '-',
    ]),
  ]
}

/** Formats a ratio, its spread and the noise; `=` marks a ratio within the noise. */
function ratioCells(ratio: Summary | null, noise: Summary | null, otherwise: string): string[] {
  const equal = ratio !== null && noise !== null && withinNoise(ratio.median, noise)
  return [
    ratio ? fixed(ratio.median) + (equal ? ' =' : '') : otherwise,
    spread(ratio),
    spread(noise),
  ]
}

export function spread(summary: Summary | null, text: (value: number) => string = fixed): string {
  return summary ? `${text(summary.min)} to ${text(summary.max)}` : '-'
}

export function fixed(value: number | null): string {
  return value === null ? '-' : value.toFixed(2)
}

export function whole(value: number | null): string {
  return value === null ? '-' : Math.round(value).toLocaleString('en')
}

function percent(share: number | null): string {
  return share === null ? '-' : `${Math.round(share * 100)}%`
}

/** Pads cells to columns: the first left-aligned, figures right-aligned. */
export function columns(rows: Rows): string {
  const widths = rows[0]!.map((_, i) => Math.max(...rows.map((row) => row[i]!.length)))
  const padded = (row: string[]) =>
    row.map((cell, i) => (i === 0 ? cell.padEnd(widths[i]!) : cell.padStart(widths[i]!)))
  return rows.map((row) => padded(row).join('  ')).join('\n')
}
