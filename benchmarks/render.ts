import { join } from 'node:path'
import { soakText } from './growth/table.ts'
import { readProfile, topSelfTimes } from './profile.ts'
import { remarks } from './remarks.ts'
import type { Report } from './report.ts'
import { reportTables } from './report-tables.ts'
import { columns } from './table.ts'
import { faults } from './verdict.ts'

const PROFILE_LINES = 15

/** A report as text for the terminal. @param profiles where the profiles of this run are, if it made some */
export function rendered(report: Report, profiles?: string): string {
  const { paths, soak } = report
  const said = remarks(report)
  return [
    circumstances(report),
    ...reportTables(report).flatMap((rows) => ['', columns(rows)]),
    ...(soak ? ['', soakText(soak)] : []),
    ...faults(report).flatMap((fault, i) => [...i === 0 ? [''] : [], `WRONG ${fault}`]),
    ...(said.length > 0 ? ['', ...said.map((remark) => `! ${remark}`)] : []),
    ...(profiles === undefined ? [] : paths.flatMap(({ path }) => ['', profileTable(path, join(profiles, path))])),
  ].join('\n')
}

export function circumstances({ versions, run_from, machine, parameters, cores, target, paths, rate_limit, webhooks, growth }: Report): string {
  const { rounds, duration, connections, store } = parameters
  const run = `vskit ${versions.vskit} (${run_from}), node ${versions.node}, autocannon ${versions.autocannon}; ` +
    `${machine.cores} cores, ${machine.model}`
  if (paths.length === 0 && [rate_limit, webhooks, growth].every((result) => result === null)) return run
  const measured = target === 'own' ? 'own target' : `simulator, store: ${store}`
  const pinned = cores.server === null ? '' : `; server on core ${cores.server}, load on core ${cores.load}`
  return `${run}\n${measured}; rounds: ${rounds}, slices of ${duration} s, ${connections} connections${pinned}`
}

function profileTable(path: string, folder: string): string {
  const top = topSelfTimes(readProfile(folder), PROFILE_LINES)
  const rows = top.map(({ name, share }) => [name, `${(share * 100).toFixed(1)}%`])
  return columns([[`${path}: time in the function itself`, 'share'], ...rows])
}
