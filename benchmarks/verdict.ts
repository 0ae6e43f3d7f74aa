import type { Report } from './report.ts'

/** What was measured and found wrong, in words: each of them is a failure, not a figure. */
export function faults({ rate_limit }: Pick<Report, 'rate_limit'>): string[] {
  return (rate_limit ?? []).flatMap(({ name, connections, problems }) =>
    problems.map((problem) => `limiter: ${name}, ${connections} connections: ${problem}`))
}
