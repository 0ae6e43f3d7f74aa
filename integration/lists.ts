import { loadCatalogue } from '../conformance/check/catalogue.ts'
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

/** Lists every duty of clients with its check, or the reason why there is none. */
export function dutiesText(): string {
  const duties = [...loadCatalogue().values()].filter(({ binds }) => binds === 'client')
  const judges = Map.groupBy(
    CHECKS.flatMap(({ id, requirements }) => requirements.map((duty) => ({ id, duty }))),
    ({ duty }) => duty,
  )
  const lines = duties.flatMap(({ id, level, text, reason }) => {
    const checks = judges.get(id)?.map((one) => one.id)
    const how =
      checks?.join(', ') ??
      (reason
        ? `not observed: ${reason.trim()}`
        : 'no check; the tests of `vskit verify` or the simulator show it')
    return [`${id} (${level}): ${text.trim()}`, `  ${how}`]
  })
  const observed = duties.filter(({ id }) => judges.has(id)).length
  return `${lines.join('\n')}\n\n${observed} of ${count(duties.length, 'duty', 'duties')} are judged by a check.\n`
}
