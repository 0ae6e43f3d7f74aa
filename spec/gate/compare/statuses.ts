import type { Json, Members } from '../load/parse.ts'

/**
 * Returns the response of a status or range that is not listed: that of its range, or `default`.
 * A status of success counts as new beside `default`, which usually describes failures.
 */
export function coveringOf(status: string, responses: Members): Json | undefined {
  if (!/^\d(\d\d|XX)$/.test(status)) return undefined
  return responses[`${status[0]}XX`] ?? (Number(status[0]) < 4 ? undefined : responses.default)
}
