import { soakText } from '../parts/growth/table.ts'
import { readProfile, topSelfTimes } from '../measure/profile.ts'
import { remarks } from './remarks.ts'
import type { Report } from './report.ts'
import { reportTables } from './report-tables.ts'
import { columns } from './table.ts'
import { failures } from './verdict.ts'

const PROFILE_LINES = 15

/**
 * Formats a report for the terminal.
 * @param profiled profile folders of this run, by measurement
 */
export function rendered(report: Report, profiled: ReadonlyMap<string, string>): string {
  const { soak } = report
  const found = remarks(report)
  return [
    conditions(report),
    ...reportTables(report).flatMap((rows) => ['', columns(rows)]),
    ...(soak ? ['', soakText(soak)] : []),
    ...failures(report).flatMap((fault, i) => [...(i === 0 ? [''] : []), `WRONG ${fault}`]),
    ...(found.length > 0 ? ['', ...found.map((remark) => `! ${remark}`)] : []),
    ...[...profiled].flatMap(([name, folder]) => ['', profileTable(name, folder)]),
  ].join('\n')
}

export function conditions({
  versions,
  run_from,
  machine,
  parameters,
  cores,
  target,
  paths,
  rate_limit,
  webhooks,
  replicas,
  growth,
  comparison,
}: Report): string {
  const { rounds, duration, connections, store } = parameters
  const run =
    `vskit ${versions.vskit} (${run_from}), node ${versions.node}, autocannon ${versions.autocannon}; ` +
    `${machine.cores} cores, ${machine.model}`
  if (
    paths.length === 0 &&
    [rate_limit, webhooks, replicas, growth, comparison].every((result) => result === null)
  )
    return run
  const measured = target === 'own' ? 'own target' : `simulator, store: ${store}`
  const pinned =
    cores.server === null ? '' : `; server on core ${cores.server}, load on core ${cores.load}`
  return `${run}\n${measured}; rounds: ${rounds}, slices of ${duration} s, ${connections} connections${pinned}`
}

function profileTable(name: string, folder: string): string {
  const profile = readProfile(folder)
  if (!profile) return `${name}: no profile in ${folder}, since the process did not end by itself`
  const top = topSelfTimes(profile, PROFILE_LINES)
  const rows = top.map(({ name, share }) => [name, `${(share * 100).toFixed(1)}%`])
  return columns([[`${name}: time in the function itself`, 'share'], ...rows])
}
