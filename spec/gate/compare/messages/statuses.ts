import type { Json, Members } from '../../load/parse.ts'
import type { Classification } from '../reporter.ts'

/**
 * Returns the response of a status or range that is not listed: that of its range, or `default`.
 * A status of success counts as new beside `default`, which usually describes failures.
 */
export function coveringOf(status: string, responses: Members): Json | undefined {
  if (!/^\d(\d\d|XX)$/.test(status)) return undefined
  return responses[`${status[0]}XX`] ?? (Number(status[0]) < 4 ? undefined : responses.default)
}

/** Returns kind, text and verdict of a status or range that is no longer listed, and that nothing else covers. */
export function removalOf(
  status: string,
  before: Members,
  after: Members,
): [kind: string, what: string, classification: Classification] {
  if (becameSpecific(status, before, after))
    return [
      'answer-narrowed',
      `the answer ${status} became more specific`,
      {
        severity: 'safe',
        reason: 'Every response that comes now could come before.',
        rule: null,
      },
    ]
  return [
    'answer-removed',
    `the answer ${status} removed`,
    {
      severity: 'breaking',
      reason: 'A response that clients handle is no longer described.',
      rule: 'VER-001',
    },
  ]
}

/**
 * Whether statuses replace a range of successes, or both ranges of errors replace `default`. A single error does not replace a
 * range: services also send errors that they do not list.
 */
function becameSpecific(status: string, before: Members, after: Members): boolean {
  if (status === 'default')
    return '4XX' in after && '5XX' in after && Object.keys(before).some((other) => other < '4')
  const isInRange = (other: string) => other[0] === status[0] && !(other in before)
  return /^[123]XX$/.test(status) && Object.keys(after).some(isInRange)
}
