import { type Rows, fixed, whole } from '../table.ts'
import type { ComparisonResult } from './result.ts'

/** Each figure then and now, the word for it, and what is behind the word. */
export function comparisonTable({ comparisons, duets }: ComparisonResult): Rows {
  const figure = duets.length > 0 ? whole : fixed
  const head = duets.length > 0 ? ['both builds at once', 'pairs'] : ['by bare node:http', 'rounds']
  return [
    [...head, 'before', 'now', 'change', '95% interval', 'p', 'least', 'word'],
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
        figure(before),
        figure(now),
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
