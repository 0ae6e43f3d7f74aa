import { comparisonTable } from './compare/table.ts'
import { esignTable } from './esign/table.ts'
import { growthTable, sizesTable } from './growth/table.ts'
import type { Report } from './report.ts'
import { screeningTable } from './screening/table.ts'
import { type Rows, pathTable, startTable } from './table.ts'
import { limitTable, peersTable, steadyTable } from './tables.ts'
import { webhookTable } from './webhooks/table.ts'

/** All that a report has to show in lines and columns, in the order in which it is read. */
export function reportTables({
  paths,
  rate_limit,
  start,
  webhooks,
  esign,
  screening,
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
    ...(growth ? [sizesTable(growth), growthTable(growth)] : []),
    ...(comparison ? [comparisonTable(comparison)] : []),
  ]
  return tables.filter((rows) => rows.length > 1)
}
