import type { PathResult } from './measure.ts'
import type { StartResult } from './start.ts'
import { type Summary, withinNoise } from './statistics.ts'

/** Lines of cells: a head, then one line for each thing. */
export type Rows = string[][]

/** Ratios to bare `node:http`, one line a path. */
export function pathTable(results: PathResult[]): Rows {
  const ratios = ['ratio', 'min to max', 'noise', 'CPU ratio', 'min to max', 'noise']
  const head = ['path', ...ratios, 'req/s', 'bare', 'p99 ms', 'bare', 'busy', 'bare']
  return [
    head,
    ...results.map(({ path, bare, noise }) => [
      path,
      ...ratioCells(bare.ratio, noise.ratio, 'not measured'),
      // The processor time of somebody else's process is not known: that's no failure.
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

/** Times to the first good answer, one line a kind of process. */
export function startTable({ summaries }: StartResult): Rows {
  const bare = summaries['bare node:http'].ms.median
  return [
    ['start to first answer', 'median ms', 'min', 'max', 'runs', 'by bare', 'CPU ms'],
    ...Object.entries(summaries).map(([kind, { ms, cpu_ms }]) => [
      kind,
      ...[ms.median, ms.min, ms.max].map((time) => time.toFixed(0)),
      String(ms.count),
      `${(ms.median / bare).toFixed(1)}x`,
      cpu_ms ? cpu_ms.median.toFixed(0) : '-',
    ]),
  ]
}

/** A ratio, its spread, and the spread of equals; `=` marks a ratio that equals would show too. */
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

/** Pads cells to columns: the first to the left, figures to the right. */
export function columns(rows: Rows): string {
  const widths = rows[0]!.map((_, i) => Math.max(...rows.map((row) => row[i]!.length)))
  const padded = (row: string[]) =>
    row.map((cell, i) => (i === 0 ? cell.padEnd(widths[i]!) : cell.padStart(widths[i]!)))
  return rows.map((row) => padded(row).join('  ')).join('\n')
}
