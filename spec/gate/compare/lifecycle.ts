import type { Location } from '../judgement.ts'
import type { Members } from '../load/json.ts'
import { daysAfter, type Policy, sunsetOf } from '../policy/options.ts'
import { sub } from './nodes.ts'
import type { Reporter, Classification } from './reporter.ts'

const LEVELS = ['draft', 'alpha', 'beta', 'stable']

/** Verdict of a removal that the policy permits. */
export const PERMITTED: Classification = {
  severity: 'safe',
  reason: 'It was deprecated, and the policy permits its removal.',
  rule: null,
}

/** The reporter of an operation whose stability permits breaking changes: they count as milder. */
export function reporterForStability(
  reporter: Reporter,
  before: Members,
  policy: Policy,
): Reporter {
  const level = before['x-stability-level']
  if (!policy.stability || (level !== 'draft' && level !== 'alpha')) return reporter
  return {
    ...reporter,
    group: level,
    report: (kind, what, location, classification, at) => {
      const isMilder = classification.severity === 'breaking'
      const milder: Classification = {
        ...classification,
        severity: 'risky',
        reason: `${classification.reason} Its stability is ${level}, which may break.`,
      }
      reporter.report(kind, what, location, isMilder ? milder : classification, at)
    },
  }
}

/** Returns findings for an unknown or lowered level of stability. */
export function stabilityFindings(
  reporter: Reporter,
  before: Members,
  after: Members,
  here: Location,
  { stability }: Policy,
): void {
  const key = 'x-stability-level'
  const [was, is] = [before[key], after[key]]
  if (!stability || was === is) return
  const report = (kind: string, what: string, reason: string) =>
    reporter.report(kind, what, sub(here, `/${key}`), { severity: 'breaking', reason, rule: null })
  if (is !== undefined && !LEVELS.includes(String(is)))
    report('stability-unknown', `stability ${is}`, `Expected one of ${LEVELS.join(', ')}.`)
  else if (was !== undefined && LEVELS.indexOf(String(is)) < LEVELS.indexOf(String(was)))
    report(
      'stability-lowered',
      `stability ${was} became ${is ?? 'none'}`,
      'Clients rely on the promised level.',
    )
}

/** Returns the verdict on a changed removal date; undefined for a text that is no date. */
export function sunsetVerdict(before: Members, after: Members): Classification | undefined {
  const [was, is] = [sunsetOf(before), sunsetOf(after)]
  if (is === null && after['x-sunset'] !== undefined) return undefined
  return was !== null && is !== null && is < was
    ? { severity: 'risky', reason: 'Clients have less time than was announced.', rule: null }
    : { severity: 'safe', reason: 'It announces a removal and changes nothing yet.', rule: null }
}

/** Returns findings for a deprecation without a removal date, or with one that is too soon. */
export function sunsetFindings(
  reporter: Reporter,
  before: Members,
  after: Members,
  here: Location,
  { sunsetDays, today }: Policy,
): void {
  if (sunsetDays === undefined || after.deprecated !== true) return
  const [was, is] = [sunsetOf(before), sunsetOf(after)]
  const isNew = before.deprecated !== true
  if (!isNew && was === is) return
  const earliest = daysAfter(today, sunsetDays)
  const report = (kind: string, what: string, reason: string) =>
    reporter.report(kind, what, sub(here, '/x-sunset'), {
      severity: 'breaking',
      reason,
      rule: null,
    })
  if (is === null)
    report('sunset-missing', 'deprecated without a removal date', 'Set x-sunset to YYYY-MM-DD.')
  else if (is < earliest && (isNew || was === null || is < was))
    report(
      'sunset-too-soon',
      `to be removed on ${is}`,
      `The policy requires ${sunsetDays} days, until ${earliest}.`,
    )
}
