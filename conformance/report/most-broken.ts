import type { CheckResult, Expectation } from '../run/result.ts'
import { columns, count, shown } from '../text.ts'

/** Up to this number of failed checks, the list would say nothing that the failures do not. */
const FEW = 3
const MOST_LINES = 5
const LONGEST = 70

/** A status, with the code of an error: one cause, whatever requirement it breaks. */
const STATUS = /^\d{3}( [a-z_]+)?$/

type Broken = Expectation & { id: string }

/**
 * Lists the observed values that most failed checks share: a wrong status or a missing member fails many checks, and its repair
 * comes first.
 *
 * @returns the lines; none if few checks failed or no value is in several of them
 */
export function mostBroken(checks: readonly CheckResult[]): string[] {
  const failed = checks.filter(({ outcome }) => outcome === 'fail')
  if (failed.length <= FEW) return []
  const broken = failed.flatMap(({ id, expectations }) =>
    expectations.filter(({ holds }) => !holds).map((one): Broken => ({ ...one, id })),
  )
  const rows = [...Map.groupBy(broken, causeOf).values()]
    .map((all) => ({ all, checks: new Set(all.map(({ id }) => id)).size }))
    .filter((row) => row.checks > 1)
    .sort((a, b) => b.checks - a.checks)
    .slice(0, MOST_LINES)
  if (rows.length === 0) return []
  return [
    'most frequent in failed checks; repair these first',
    ...columns(rows.map((row) => [`  ${count(row.checks, 'check')}`, told(row.all)])),
    '',
  ]
}

function causeOf({ requirement, got }: Broken): string {
  return STATUS.test(got) ? got : `${requirement} ${got}`
}

function told(all: readonly Broken[]): string {
  const most = mostFrequent(all.map(({ requirement }) => requirement))
  const expected = mostFrequent(
    all.filter(({ requirement }) => requirement === most).map((one) => one.expected),
  )
  const others = new Set(all.map(({ requirement }) => requirement)).size - 1
  const requirements = others === 0 ? most : `${most} and ${count(others, 'other')}`
  return `expected ${shown(expected, LONGEST)}, got ${shown(all[0]!.got, LONGEST)} (${requirements})`
}

function mostFrequent(values: readonly string[]): string {
  const groups = [...Map.groupBy(values, (value) => value)]
  return groups.sort(([, a], [, b]) => b.length - a.length)[0]![0]
}
