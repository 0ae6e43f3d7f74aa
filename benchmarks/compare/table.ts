import { type Rows, fixed } from '../table.ts'
import type { ComparisonResult } from './compare.ts'

/** Each figure then and now, the word for it, and what is behind the word. */
export function comparisonTable({ comparisons }: ComparisonResult): Rows {
  return [['by bare node:http', 'baseline', 'now', 'change', '95% interval', 'p', 'least', 'word'],
    ...comparisons.map(({ path, figure, before, now, change, interval: [low, high], p, least, word }) => [
      `${path}: ${figure}`, fixed(before), fixed(now), percent(change), `${percent(low)} to ${percent(high)}`,
      p.toFixed(3), `${(least * 100).toFixed(1)}%`, word === 'regression' ? 'REGRESSION' : word,
    ])]
}

export function percent(share: number): string {
  return `${share > 0 ? '+' : ''}${(share * 100).toFixed(1)}%`
}
