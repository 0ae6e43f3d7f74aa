import { type Summary, median } from '../../measure/statistics.ts'
import { type Rows, fixed, spread, whole } from '../../report/table.ts'
import type { EsignPair } from './result.ts'

/** Calls per second relative to bare Ed25519 operations per second on the same core. */
export function esignTable(pairs: readonly EsignPair[]): Rows {
  return [
    [
      'seals',
      'calls/s',
      'bare operation',
      'bare/s',
      'ratio',
      'min to max',
      'CPU ratio',
      'min to max',
    ],
    ...pairs.map(({ name, operation, calls, bare, ratio, cpu_ratio }) => {
      const counted = calls.flatMap((rates) => rates?.per_second ?? [])
      return [
        name,
        whole(counted.length > 0 ? median(counted) : null),
        operation,
        whole(median(bare.map(({ per_second }) => per_second))),
        ...cells(ratio),
        ...cells(cpu_ratio),
      ]
    }),
  ]
}

/** More decimals for calls with small ratios. */
function ratioText(ratio: number): string {
  return ratio < 0.1 ? ratio.toFixed(4) : fixed(ratio)
}

function cells(ratio: Summary | null): string[] {
  return [ratio ? ratioText(ratio.median) : 'not measured', spread(ratio, ratioText)]
}
