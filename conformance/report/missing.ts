import type { CheckResult } from '../run/result.ts'
import { count } from '../text.ts'

/** Maximum number of checks that are listed by id. */
const LISTED = 3

/** Where to read about a setting of the target file. */
const ABOUT: Record<string, string> = {
  provider_states: 'states that no public call makes; see conformance/target/PROTOCOL.md',
  webhooks: 'the receiver of events',
}

/**
 * Returns a line for each reason why checks could not run, the most frequent first. A setting that
 * the target file lacks is one reason.
 */
export function missingOf(checks: readonly CheckResult[]): string[] {
  return [...Map.groupBy(checks, ({ reason }) => causeOf(reason ?? 'no reason'))]
    .toSorted(([, a], [, b]) => b.length - a.length)
    .map(([cause, { length }]) => {
      const ids = checks
        .filter(({ reason }) => causeOf(reason ?? 'no reason') === cause)
        .map(({ id }) => id)
      return `${count(length, 'check')}: ${cause}${length <= LISTED ? ` (${ids.join(', ')})` : ''}`
    })
}

function causeOf(reason: string): string {
  const setting = /^the target file names no (\w+),/.exec(reason)?.[1]
  return setting === undefined
    ? reason
    : `the target file names no ${setting}${ABOUT[setting] ? `: ${ABOUT[setting]}` : ''}`
}
