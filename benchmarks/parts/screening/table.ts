import { type Rows, fixed, spread, whole } from '../../report/table.ts'
import type { ScreeningFigure } from './result.ts'

/** Lists evaluations at the limits and at half of each, and the cost factor of doubling. */
export function screeningTable(figures: readonly ScreeningFigure[]): Rows {
  return [
    [
      'screening',
      'rules',
      'depth',
      'entries',
      'per CPU second',
      'ms each',
      'time when doubled',
      'min to max',
    ],
    ...figures.map(({ name, rules, depth, entries, summary, doubling }, i) => [
      name,
      String(rules),
      String(depth),
      whole(entries),
      whole(summary?.median ?? null),
      summary ? fixed(1000 / summary.median) : '-',
      ...(i === 0 ? ['', ''] : [doubling ? `${fixed(doubling.median)}x` : '-', spread(doubling)]),
    ]),
  ]
}
