import { type Rows, whole } from '../report/table.ts'
import type { ComparisonResult } from './comparison.ts'

/** Lists each figure of both builds with the verdict and its statistics. */
export function comparisonTable({ comparisons }: ComparisonResult): Rows {
  return [
    [
      'builds side by side',
      'pairs',
      'before',
      'now',
      'change',
      '95% interval',
      'p',
      'threshold',
      'verdict',
    ],
    ...comparisons.map(
      ({
        path,
        figure: name,
        samples,
        before,
        now,
        change,
        interval: [low, high],
        p,
        least,
        word,
      }) => [
        `${path}: ${name}`,
        String(samples),
        whole(before),
        whole(now),
        percent(change),
        `${percent(low)} to ${percent(high)}`,
        p.toFixed(3),
        `${(least * 100).toFixed(1)}%`,
        word === 'regression' ? 'REGRESSION' : word,
      ],
    ),
  ]
}

export function percent(share: number): string {
  return `${share > 0 ? '+' : ''}${(share * 100).toFixed(1)}%`
}
