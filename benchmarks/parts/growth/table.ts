import { type Rows, fixed, spread, whole } from '../../report/table.ts'
import type { GrowthPathResult, GrowthResult, SoakResult } from './result.ts'

/** Lists start time, memory and disk use by size. */
export function sizesTable({ sizes }: GrowthResult): Rows {
  return [
    [
      'sessions',
      'made in s',
      'on disk MiB',
      'start ms',
      'min to max',
      'memory MiB',
      'after load MiB',
    ],
    ...sizes.map(
      ({ sessions, seed_seconds, disk_bytes, start_ms, rss_idle_bytes, rss_after_bytes }) => [
        sessions.toLocaleString('en'),
        whole(seed_seconds),
        mebibytes(disk_bytes),
        whole(start_ms.median),
        spread(start_ms, (ms) => ms.toFixed(0)),
        mebibytes(rss_idle_bytes),
        mebibytes(rss_after_bytes),
      ],
    ),
  ]
}

/** Lists the cost of each path relative to the smallest store. */
export function growthTable({ sizes, paths }: GrowthResult): Rows {
  const smallest = sizes[0]!.sessions.toLocaleString('en')
  return [
    [
      'path at sessions',
      `cost / cost at ${smallest}`,
      'min to max',
      'CPU us',
      `at ${smallest}`,
      'p99 ms',
      `at ${smallest}`,
      'stall ms (waited)',
      `at ${smallest}`,
    ],
    ...paths.flatMap((path) =>
      path.larger.map(({ sessions, factor, pair }) => [
        `${path.name} at ${sessions.toLocaleString('en')}`,
        fixed(factor?.median ?? null),
        spread(factor),
        ...[pair.variant, pair.baseline].map((side) => whole(microseconds(side))),
        ...[pair.variant, pair.baseline].map((side) => fixed(side.p99_ms)),
        ...[sessions, sizes[0]!.sessions].map((size) => stallText(path, size)),
      ]),
    ),
  ]
}

export function soakText({ minutes, requests, samples, growth }: SoakResult): string {
  const all = samples.map(({ rss_bytes }) => rss_bytes)
  return (
    `soak: ${minutes} minutes, ${whole(requests)} requests, memory ${mebibytes(Math.min(...all))} to ` +
    `${mebibytes(Math.max(...all))} MiB, last quarter / second quarter: ${fixed(growth)}`
  )
}

/**
 * Returns the median CPU time per request of the valid slices, in microseconds; null if unknown.
 */
export function microseconds({
  slices,
}: GrowthPathResult['larger'][number]['pair']['variant']): number | null {
  const costs = slices
    .flatMap(({ problem, requests, server_cpu_seconds: cpu }) =>
      problem === null && cpu !== null ? [(cpu / requests) * 1e6] : [],
    )
    .sort((a, b) => a - b)
  return costs[costs.length >> 1] ?? null
}

/** Formats the longest stall, and how much of it the thread waited for a core. */
function stallText({ stalls }: GrowthPathResult, size: number): string {
  const longest = stalls.find(({ sessions }) => sessions === size)?.longest
  if (!longest) return whole(null)
  return whole(longest.ms) + (longest.waited_ms === null ? '' : ` (${whole(longest.waited_ms)})`)
}

function mebibytes(bytes: number | null): string {
  return bytes === null ? '-' : whole(bytes / 2 ** 20)
}
