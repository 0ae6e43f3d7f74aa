import type { CheckResult, Expectation } from '../run/result.ts'

/** Number of checks, or of expectations in a check, with the same cause that are reported in full; the others are listed by id. */
const SHOWN_IN_FULL = 3

export interface SameCause<Item> {
  shown: Item[]
  others: Item[]
}

/** Checks of one outcome and one cause, in their order. */
export function byCause(checks: readonly CheckResult[]): SameCause<CheckResult>[] {
  return grouped(checks, causeOf)
}

/** Broken expectations of a check by requirement and observed value, in their order. */
export function brokenByCause(expectations: readonly Expectation[]): SameCause<Expectation>[] {
  return grouped(
    expectations.filter(({ holds }) => !holds),
    ({ requirement, got }) => `${requirement} ${got}`,
  )
}

function grouped<Item>(items: readonly Item[], causeOf: (item: Item) => string): SameCause<Item>[] {
  return [...Map.groupBy(items, causeOf).values()].map((all) => ({
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
