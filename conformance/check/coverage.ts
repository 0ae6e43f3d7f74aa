import { readFileSync } from 'node:fs'
import { parse } from 'yaml'
import { prefixOf, type Requirement } from '../../spec/requirements.ts'
import type { Check } from './check.ts'

/** Coverage of a requirement by the suite. */
export const COVERAGE = {
  checked: 'a check judges it',
  unobservable:
    'no black box can judge it, even with provider states: conformance/unobservable.yaml gives the reason',
  client:
    'binds a client: vskit check-integration judges it, or the catalogue says why it cannot be judged',
  untestable: 'has no observable effect: the catalogue says why',
  unspecified: 'left open: the ledger lists our choice',
  to_do: 'no check yet',
} as const

export type Coverage = keyof typeof COVERAGE

export interface CoveredRequirement {
  id: string
  level: Requirement['level']
  text: string
  /** The file of the catalogue, without its ending: `core-images`. */
  area: string
  coverage: Coverage
  /** Ids of the checks that judge it. */
  checks: string[]
  /** Reason why no check judges it, if given. */
  reason?: string
}

/**
 * Returns the reasons by requirement.
 * @throws if the file has the wrong form, or gives two reasons for an id
 */
export function loadUnobservable(
  yaml: string = readFileSync(new URL('../unobservable.yaml', import.meta.url), 'utf8'),
): Map<string, string> {
  const entries = (parse(yaml) as { unobservable: { ids: string[]; reason: string }[] })
    .unobservable
  const reasons = new Map<string, string>()
  for (const { ids, reason } of entries) {
    if (!Array.isArray(ids) || typeof reason !== 'string')
      throw new Error(`expected ids and a reason, got ${ids}`)
    for (const id of ids) {
      if (reasons.has(id)) throw new Error(`${id} has two reasons`)
      reasons.set(id, reason)
    }
  }
  return reasons
}

/** Returns every requirement of the catalogue with its coverage, in the order of the catalogue. */
export function coverageOf(
  requirements: readonly Requirement[],
  checks: readonly Pick<Check, 'id' | 'requirements'>[],
  unobservable: ReadonlyMap<string, string>,
): CoveredRequirement[] {
  const judges = new Map<string, string[]>()
  for (const check of checks) {
    for (const id of check.requirements) judges.set(id, [...(judges.get(id) ?? []), check.id])
  }
  return requirements.map(({ id, level, text, file, status, reason, gap, binds }) => {
    const entry = {
      id,
      level,
      text,
      area: file.replace(/\.yaml$/, ''),
      checks: judges.get(id) ?? [],
    }
    if (binds === 'client')
      return { ...entry, coverage: 'client', ...(reason !== undefined && { reason }) }
    if (status === 'untestable') return { ...entry, coverage: 'untestable', reason: reason! }
    if (status === 'unspecified') return { ...entry, coverage: 'unspecified', reason: gap! }
    if (entry.checks.length > 0) return { ...entry, coverage: 'checked' }
    const why = unobservable.get(id)
    return why === undefined
      ? { ...entry, coverage: 'to_do' }
      : { ...entry, coverage: 'unobservable', reason: why }
  })
}

/**
 * Rows of the matrix: each area with its prefixes and its number of requirements by coverage. The
 * last row is the sum.
 */
export function matrixOf(covered: readonly CoveredRequirement[]): string[][] {
  const kinds = Object.keys(COVERAGE) as Coverage[]
  const row = (name: string, prefixes: string, of: readonly CoveredRequirement[]): string[] => [
    name,
    prefixes,
    ...kinds.map((kind) => String(of.filter(({ coverage }) => coverage === kind).length)),
    String(of.length),
  ]
  const areas = Object.entries(Object.groupBy(covered, ({ area }) => area))
  return [
    ['area', 'ids', ...kinds.map((kind) => kind.replace('_', ' ')), 'all'],
    ...areas.map(([area, of = []]) =>
      row(area, [...new Set(of.map(({ id }) => prefixOf(id)))].join(' '), of),
    ),
    row('all', '', covered),
  ]
}
