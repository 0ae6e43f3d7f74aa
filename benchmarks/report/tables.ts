import type { PathResult } from '../measure/measure.ts'
import { PERCENTILES } from '../load/load.ts'
import type { LimitScenario } from '../parts/rate-limit/check.ts'
import { type Rows, fixed, spread, whole } from './table.ts'

/** Lists every ratio to bare `node:http`, and the target's speed relative to each peer. */
export function peersTable(paths: PathResult[]): Rows {
  const rows = paths.flatMap(({ path, bare, peers }) =>
    peers.map(({ name, pair }) => {
      const times =
        bare.ratio && pair?.ratio ? `${fixed(bare.ratio.median / pair.ratio.median)}x` : '-'
      return [
        `${path}: ${name}`,
        pair?.ratio ? ratioText(pair.ratio.median) : 'not measured',
        spread(pair?.ratio ?? null, ratioText),
        pair?.cpu_ratio ? ratioText(pair.cpu_ratio.median) : '-',
        whole(pair?.variant.requests_per_second ?? null),
        times,
      ]
    }),
  )
  return [
    ['peer / bare node:http', 'ratio', 'min to max', 'CPU ratio', 'req/s', 'target / peer'],
    ...rows,
  ]
}

/** Lists latencies at 50% of the target's peak throughput. */
export function steadyTable(paths: PathResult[]): Rows {
  const rows = paths.flatMap(({ path, steady }) =>
    steady === null
      ? []
      : [
          [
            path,
            whole(steady.rate),
            fixed(steady.pair.variant.p99_ms),
            fixed(steady.pair.baseline.p99_ms),
            fixed(steady.p99_ratio?.median ?? null),
            spread(steady.p99_ratio),
          ],
        ],
  )
  return [
    ['at 50% of peak throughput', 'req/s', 'p99 ms', 'bare', 'p99 / bare', 'min to max'],
    ...rows,
  ]
}

/** Lists the results of the rate limiter check. */
export function limitTable(scenarios: LimitScenario[]): Rows {
  return [
    [
      'limiter under load',
      'keys',
      'classes',
      'requests',
      'windows',
      'admitted',
      'budget',
      '200 p50/p99 ms',
      '429 p50/p99 ms',
      'rolled at reset_at',
      'verdict',
    ],
    ...scenarios.map((scenario) => {
      const { name, connections, keys, classes, requests, windows, rolled, verdict } = scenario
      const sum = (of: 'admitted' | 'limit') =>
        windows.reduce((total, window) => total + window[of], 0)
      return [
        `${name}, ${connections} connections`,
        String(keys),
        String(classes.length),
        whole(requests),
        String(windows.length),
        whole(sum('admitted')),
        whole(sum('limit')),
        percentiles(scenario.admitted_ms),
        percentiles(scenario.refused_ms),
        rolled ? `${signed(rolled.from)} to ${signed(rolled.until)} ms` : '-',
        verdict,
      ]
    }),
  ]
}

/** More decimals for peers with small ratios. */
function ratioText(ratio: number): string {
  return ratio.toFixed(ratio < 0.1 ? 3 : 2)
}

function percentiles(curve: number[] | null): string {
  const at = (percentile: (typeof PERCENTILES)[number]) =>
    curve![PERCENTILES.indexOf(percentile)]!.toFixed(0)
  return curve ? `${at(50)}/${at(99)}` : '-'
}

function signed(ms: number): string {
  return `${ms > 0 ? '+' : ''}${ms.toFixed(0)}`
}
