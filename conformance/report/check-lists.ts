import { loadCatalogue } from '../check/catalogue.ts'
import type { Check } from '../check/check.ts'
import {
  COVERAGE,
  type CoveredRequirement,
  coverageOf,
  loadUnobservable,
  matrixOf,
} from '../check/coverage.ts'
import { CHECKS } from '../checks/all.ts'
import { columns, count } from '../text.ts'

export function listTable(checks: readonly Check[]): string {
  const rows = checks.map(({ id, level, requirements, needs }) => [
    id,
    level,
    [...needs.credentials, ...(needs.states ?? []).map((state) => `state ${state}`)].join(' ') ||
      '-',
    requirements.join(' '),
  ])
  const areas = [...new Set(checks.map(({ area }) => area))]
  const table = columns([['check', 'level', 'needs', 'requirements'], ...rows])
  const total = `${count(checks.length, 'check')} in ${count(areas.length, 'area')}: ${areas.join(', ')}`
  return `${[...table, '', total].join('\n')}\n`
}

export function listJson(checks: readonly Check[]): string {
  return `${JSON.stringify(checks, undefined, 2)}\n`
}

export function currentCoverage(): CoveredRequirement[] {
  return coverageOf([...loadCatalogue().values()], CHECKS, loadUnobservable())
}

export function coverageText({ missing, json }: { missing?: boolean; json?: boolean }): string {
  const all = currentCoverage()
  const covered = missing ? all.filter((one) => one.coverage === 'to_do') : all
  if (json) return `${JSON.stringify(covered, undefined, 2)}\n`
  const lines = missing
    ? columns(covered.map(({ id, level, text }) => [id, level, text.trim()]))
    : [
        ...columns(matrixOf(covered)),
        '',
        ...columns(Object.entries(COVERAGE).map(([kind, what]) => [kind.replace('_', ' '), what])),
      ]
  return `${lines.join('\n')}\n`
}
