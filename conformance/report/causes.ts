import type { CheckResult } from '../run/result.ts'

/** Number of checks with the same cause that are reported in full; the others are listed by id. */
const SHOWN_IN_FULL = 3

export interface SameCause {
  shown: CheckResult[]
  others: CheckResult[]
}

/** Checks of one outcome and one cause, in their order. */
export function byCause(checks: readonly CheckResult[]): SameCause[] {
  return [...Map.groupBy(checks, causeOf).values()].map((all) => ({
    shown: all.slice(0, SHOWN_IN_FULL),
    others: all.slice(SHOWN_IN_FULL),
  }))
}

/** Observed values that have one cause whatever a check judges: errors of the service, and silence. */
const ONE_CAUSE = /^(5\d\d( [a-z_]+)?|none came|no delivery came)$/

/** Other short values. They have one cause only if they break the same requirements. */
const SHORT = /^([1-4]\d\d( [a-z_]+)?|nothing)$/

/**
 * Groups failures by cause: the setting that a reason names, the reason, or the value that every
 * broken expectation got. Any other failure has a separate cause.
 */
function causeOf({ id, reason, expectations }: CheckResult): string {
  // Checks that one setting of the target file unblocks have one cause.
  const setting = reason && /\b(open_choices|features)\.[a-z_]+/.exec(reason)?.[0]
  if (setting) return setting
  if (reason !== undefined) return reason.replaceAll(/"[^"]*"/g, '"…"')
  const broken = expectations.filter(({ holds }) => !holds)
  const got = new Set(broken.map((one) => one.got))
  const [only] = got
  if (got.size !== 1) return id
  if (ONE_CAUSE.test(only!)) return `got ${only}`
  const requirements = [...new Set(broken.map(({ requirement }) => requirement))].sort().join()
  return SHORT.test(only!) ? `got ${only} for ${requirements}` : id
}
