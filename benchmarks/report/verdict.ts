import { MAX_GROWTH, FLAT, JUDGED_TIMES, SHORTEST_SOAK } from '../parts/growth/result.ts'
import { isMeasured } from '../measure/pair.ts'
import type { Report } from './report.ts'

/** Returns descriptions of incorrect results, which are failures and not figures. */
export function failures({
  rate_limit,
  growth,
  soak,
  comparison,
}: Pick<Report, 'rate_limit' | 'growth' | 'soak' | 'comparison'>): string[] {
  return [
    ...(rate_limit ?? []).flatMap(({ name, connections, problems }) =>
      problems.map((problem) => `limiter: ${name}, ${connections} connections: ${problem}`),
    ),
    ...(growth?.paths ?? []).flatMap(({ name, larger }) =>
      larger.flatMap(({ sessions, factor, pair }) =>
        isMeasured(pair) &&
        factor &&
        factor.median > MAX_GROWTH &&
        sessions <= growth!.sizes[0]!.sessions * JUDGED_TIMES
          ? [
              `growth: ${name} costs ${factor.median.toFixed(2)} times as much at ${sessions.toLocaleString('en')} sessions; limit: ${MAX_GROWTH}`,
            ]
          : [],
      ),
    ),
    ...(soak?.growth && soak.minutes >= SHORTEST_SOAK && soak.growth > FLAT
      ? [`soak: memory grew by a factor of ${soak.growth.toFixed(2)}; limit: ${FLAT}`]
      : []),
    ...(comparison?.comparisons ?? [])
      .filter(({ word }) => word === 'regression')
      .map(
        ({ path, figure, change }) =>
          `${path}: ${figure}: ${(-change * 100).toFixed(1)}% less than ${comparison!.with}`,
      ),
  ]
}
