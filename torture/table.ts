import type { Report } from './run.ts'

/** Formats the reports as a table, one line each. */
export function table(reports: readonly Report[]): string {
  const rows = reports.map(({ part, store, cases, of, seconds, findings, figures }) => [
    findings.length > 0 ? 'FAILED' : 'ok',
    part,
    store,
    cases < of ? `${cases} of ${of}` : String(cases),
    `${seconds} s`,
    Object.entries(figures)
      .map(([name, value]) => `${name} ${value}`)
      .join(', '),
  ])
  const all = [['', 'part', 'store', 'cases', 'time', 'figures'], ...rows]
  const widths = all[0]!.map((_, column) => Math.max(...all.map((row) => row[column]!.length)))
  return all
    .map((row) =>
      row
        .map((cell, column) => cell.padEnd(widths[column]!))
        .join('  ')
        .trimEnd(),
    )
    .join('\n')
}
