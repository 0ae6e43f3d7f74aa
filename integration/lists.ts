import { loadCatalogue } from '../conformance/check/catalogue.ts'
import type { CoveredRequirement } from '../conformance/check/coverage.ts'
import { columns, count } from '../conformance/text.ts'
import { CHECKS } from './checks/all.ts'

/** Lists the checks with their needs. */
export function listText(): string {
  const rows = CHECKS.map(({ id, level, needs, requirements }) => [
    id,
    level,
    [...(needs.webhook ? ['webhook'] : []), ...(needs.drive ?? [])].join(' '),
    requirements.join(' '),
  ])
  const table = columns([['check', 'level', 'needs', 'requirements'], ...rows])
  return `${[...table, '', count(CHECKS.length, 'check')].join('\n')}\n`
}

/** Returns every duty of clients, with its checks or the reason why there is none. */
export function coveredDuties(): CoveredRequirement[] {
  const judges = Map.groupBy(
    CHECKS.flatMap(({ id, requirements }) => requirements.map((duty) => ({ id, duty }))),
    ({ duty }) => duty,
  )
  return [...loadCatalogue().values()]
    .filter(({ binds }) => binds === 'client')
    .map(({ id, level, text, file, reason }) => ({
      id,
      level,
      text,
      area: file,
      coverage: judges.has(id) ? 'checked' : 'client',
      checks: judges.get(id)?.map((one) => one.id) ?? [],
      ...(reason !== undefined && { reason }),
    }))
}

/** Lists every duty of clients with its check, or the reason why there is none. */
export function dutiesText(): string {
  const duties = coveredDuties()
  const lines = duties.flatMap(({ id, level, text, reason, checks }) => {
    const why = reason
      ? `not observed: ${reason.trim()}`
      : 'no check; the tests of `vskit verify` or the simulator show it'
    return [`${id} (${level}): ${text.trim()}`, `  ${checks.join(', ') || why}`]
  })
  const observed = duties.filter(({ coverage }) => coverage === 'checked').length
  return `${lines.join('\n')}\n\n${observed} of ${count(duties.length, 'duty', 'duties')} are judged by a check.\n`
}
