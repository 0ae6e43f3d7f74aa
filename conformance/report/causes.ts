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

/**
 * Groups failures by cause: the setting that a reason names, the reason, or the status and code that every broken expectation got. Any other failure
 * is a cause of its own.
 */
function causeOf({ id, reason, expectations }: CheckResult): string {
  // Checks that one setting of the target file unblocks have one cause.
  const setting = reason && /\b(open_choices|features)\.[a-z_]+/.exec(reason)?.[0]
  if (setting) return setting
  if (reason !== undefined) return reason.replaceAll(/"[^"]*"/g, '"…"')
  const got = new Set(expectations.filter(({ holds }) => !holds).map((one) => one.got))
  const [only] = got
  return got.size === 1 && /^([1-5]\d\d( [a-z_]+)?|nothing|none came|no delivery came)$/.test(only!)
    ? `got ${only}`
    : id
}
