import { loadCatalogue } from '../conformance/check/catalogue.ts'
import { columns, count } from '../conformance/text.ts'
import { CHECKS } from './checks/all.ts'

/** The checks and what each needs. */
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

/** Every duty of clients: the check that judges it, or why none does. */
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
