import type { CheckResult, RunReport } from '../run/result.ts'
import type { Outcome } from '../check/outcome.ts'
import { OUTCOMES } from '../check/outcome.ts'
import { columns, count } from '../text.ts'

const FAILS: ReadonlySet<Outcome> = new Set(['fail', 'unexpected_pass'])

export interface ReportDiff {
  /** Checks that fail and did not fail before, or that break a requirement that held before. */
  newlyFailing: string[]
  text: string
}

/** Differences between a run and a later one. */
export function diffReports(before: RunReport, after: RunReport): ReportDiff {
  const old = new Map(before.checks.map((check) => [check.id, check]))
  const now = new Map(after.checks.map((check) => [check.id, check]))
  const rows: [group: string, id: string, what: string][] = []
  for (const check of after.checks) {
    const was = old.get(check.id)
    const what = was
      ? `${OUTCOMES[was.outcome]} -> ${OUTCOMES[check.outcome]}`
      : 'was not run before'
    if (FAILS.has(check.outcome)) {
      const broken = was ? newlyBroken(was, check) : brokenBy(check)
      if (!was || !FAILS.has(was.outcome) || broken.length > 0)
        rows.push(['newly failing', check.id, [what, ...broken].join(' ')])
    } else if (was && FAILS.has(was.outcome))
      rows.push([`now ${OUTCOMES[check.outcome]}`, check.id, what])
    else if (was && was.outcome !== check.outcome) rows.push(['other outcome', check.id, what])
  }
  for (const [id, { outcome }] of old)
    if (!now.has(id)) rows.push(['no longer run', id, `was ${OUTCOMES[outcome]}`])
  const newlyFailing = rows.filter(([group]) => group === 'newly failing').map(([, id]) => id)
  const changed = count(rows.length, 'check')
  const lines = [
    ...columns(
      rows.toSorted(([a], [b]) => Number(b === 'newly failing') - Number(a === 'newly failing')),
    ),
    ...(rows.length > 0 ? [''] : []),
    `${before.verdict} -> ${after.verdict}; ${changed} changed, ${newlyFailing.length} newly failing`,
  ]
  return { newlyFailing, text: `${lines.join('\n')}\n` }
}

function brokenBy({ expectations }: CheckResult): string[] {
  return [...new Set(expectations.filter(({ holds }) => !holds).map((one) => one.requirement))]
}

function newlyBroken(was: CheckResult, check: CheckResult): string[] {
  const known = brokenBy(was)
  return brokenBy(check).filter((id) => !known.includes(id))
}

/** Checks of a run that failed, had no verdict or no result, or showed a failure of another check. */
export function failedChecks({ checks, ended_early: endedEarly }: RunReport): string[] {
  const again: ReadonlySet<Outcome> = new Set([...FAILS, 'blocked', 'harness_error'])
  const failed = checks
    .filter(({ outcome }) => again.has(outcome))
    .flatMap(({ id, seen_in: seenIn = [] }) => [id, ...seenIn])
  return [...failed, ...(endedEarly?.not_run ?? [])]
}
