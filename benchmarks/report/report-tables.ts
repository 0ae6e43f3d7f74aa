import { comparisonTable } from '../against/comparison-table.ts'
import { esignTable } from '../parts/esign/table.ts'
import { growthTable, sizesTable } from '../parts/growth/table.ts'
import { costTable, modelTable, spreadTable } from '../parts/replicas/table.ts'
import type { Report } from './report.ts'
import { screeningTable } from '../parts/screening/table.ts'
import { type Rows, pathTable, startTable } from './table.ts'
import { limitTable, peersTable, steadyTable } from './tables.ts'
import { webhookTable } from '../parts/webhooks/table.ts'

/** Returns all tables of a report, in reading order. */
export function reportTables({
  paths,
  rate_limit,
  start,
  webhooks,
  esign,
  screening,
  replicas,
  growth,
  comparison,
}: Report): Rows[] {
  const tables = [
    pathTable(paths),
    peersTable(paths),
    steadyTable(paths),
    limitTable(rate_limit ?? []),
    ...(start ? [startTable(start)] : []),
    ...(webhooks ? [webhookTable(webhooks)] : []),
    ...(esign ? [esignTable(esign)] : []),
    ...(screening ? [screeningTable(screening)] : []),
    ...(replicas ? [costTable(replicas), spreadTable(replicas), modelTable(replicas)] : []),
    ...(growth ? [sizesTable(growth), growthTable(growth)] : []),
    ...(comparison ? [comparisonTable(comparison)] : []),
  ]
  return tables.filter((rows) => rows.length > 1)
}
