import { isDeepStrictEqual } from 'node:util'
import type { Audience, Location, Severity } from '../judgement.ts'
import type { Contract } from '../load/contract.ts'
import { homeOf, isMembers, type Json, type Members } from '../load/parse.ts'
import type { Finding } from '../compare/findings.ts'

export interface RowVerdict {
  readonly severity: Severity
  readonly reason: string
  readonly rule?: string | null
  readonly audience?: Audience
}

export interface Rows {
  /** Name of a row in sentences, such as `error code`. */
  readonly noun: string
  /** Prefix of the kinds. */
  readonly kind: string
  readonly audience: Audience
  readonly rows: readonly Row[]
}

export interface Row {
  readonly key: string
  readonly at: object
  readonly contract: Contract
  readonly fields: Members
}

export interface RowRules {
  readonly added: RowVerdict | ((row: Members) => RowVerdict)
  readonly removed: RowVerdict | ((row: Members) => RowVerdict)
  /** Verdict by changed field; `null` for descriptive text. Other fields are risky. */
  readonly fields: Readonly<
    Record<
      string,
      | null
      | RowVerdict
      | ((before: Json | undefined, after: Json | undefined, row: Members) => RowVerdict | null)
    >
  >
}

/** Whether the specification states the row, or it is our choice. */
export function sourceVerdict(_: Json | undefined, after: Json | undefined): RowVerdict {
  return after === 'contract'
    ? {
        severity: 'risky',
        audience: 'implementer',
        reason: 'A choice is now a demand: a service with another choice no longer conforms.',
      }
    : {
        severity: 'risky',
        reason: 'A promise of the contract is now a choice, which may change.',
      }
}

/** Compares two tables row by row, by their keys. */
export function compareRows(base: Rows, head: Rows, rules: RowRules): Finding[] {
  const [before, after] = [
    Map.groupBy(base.rows, ({ key }) => key),
    Map.groupBy(head.rows, ({ key }) => key),
  ]
  const findings: Finding[] = []
  const report = (
    row: Row,
    side: Location['side'],
    kind: string,
    what: string,
    verdict: RowVerdict,
    suffix = '',
    detail = what,
  ) => {
    const { file, pointer } = homeOf(row.at)
    findings.push({
      kind: `${head.kind}-${kind}`,
      detail,
      what,
      identity: row.key,
      location: { file, pointer: pointer + suffix, side },
      audience: verdict.audience ?? head.audience,
      severity: verdict.severity,
      reason: verdict.reason,
      rule: verdict.rule ?? null,
      place: `${head.noun} ${row.key}`,
    })
  }
  for (const [key, rows] of before) {
    const rowsNow = after.get(key)
    if (!rowsNow)
      for (const row of rows)
        report(
          row,
          'base',
          'removed',
          `${head.noun} ${key} removed`,
          given(rules.removed, row.fields),
        )
    for (const [row, now] of differing(rows, rowsNow ?? []))
      for (const [field, verdict] of fieldVerdicts(row.fields, now.fields, rules)) {
        const [before, after] = [row.fields[field], now.fields[field]]
        const [was, is] = shown(textOf(before), textOf(after))
        report(
          now,
          'head',
          `${field.replaceAll('_', '-')}-changed`,
          `${head.noun} ${key}: ${field} ${was} became ${is}`,
          verdict,
          `/${field}`,
          JSON.stringify([field, before, after]),
        )
      }
  }
  for (const [key, rows] of after) {
    if (before.has(key)) continue
    for (const row of rows)
      report(row, 'head', 'added', `${head.noun} ${key} added`, given(rules.added, row.fields))
  }
  return findings
}

/**
 * Pairs the rows of one key that the other side does not have. A key should have one row. If it has several, readers may take
 * any of them, so each is compared.
 */
function differing(before: readonly Row[], after: readonly Row[]): [was: Row, is: Row][] {
  const without = (rows: readonly Row[], others: readonly Row[]) =>
    rows.filter(({ fields }) => !others.some((other) => isDeepStrictEqual(fields, other.fields)))
  const [gone, come] = [without(before, after), without(after, before)]
  if (before.length === 0 || after.length === 0) return []
  return Array.from({ length: Math.max(gone.length, come.length) }, (_, index) => [
    gone[index] ?? gone.at(-1) ?? before.at(-1)!,
    come[index] ?? come.at(-1) ?? after.at(-1)!,
  ])
}

function fieldVerdicts(
  before: Members,
  after: Members,
  { fields }: RowRules,
): [string, RowVerdict][] {
  const changed = [...new Set([...Object.keys(before), ...Object.keys(after)])].filter(
    (field) => !isDeepStrictEqual(before[field], after[field]),
  )
  return changed.flatMap((field): [string, RowVerdict][] => {
    const rule = Object.hasOwn(fields, field) ? fields[field]! : UNKNOWN
    const verdict = typeof rule === 'function' ? rule(before[field], after[field], after) : rule
    return verdict === null ? [] : [[field, verdict]]
  })
}

const UNKNOWN: RowVerdict = {
  severity: 'risky',
  reason: 'The gate has no rule for this field; check its effect.',
}

function given(verdict: RowVerdict | ((row: Members) => RowVerdict), row: Members): RowVerdict {
  return typeof verdict === 'function' ? verdict(row) : verdict
}

function textOf(value: Json | undefined): string {
  return value === undefined
    ? 'none'
    : typeof value === 'string'
      ? value.trim()
      : JSON.stringify(value)
}

const SHORT = 60
const AROUND = 25

/** Shortens long texts to the parts that differ, with their context. */
function shown(before: string, after: string): [string, string] {
  if (before.length <= SHORT && after.length <= SHORT) return [before, after]
  let start = 0
  while (start < before.length && before[start] === after[start]) start++
  let end = 0
  while (
    end < Math.min(before.length, after.length) - start &&
    before.at(-1 - end) === after.at(-1 - end)
  )
    end++
  const part = (text: string) => {
    const [from, to] = [
      Math.max(0, start - AROUND),
      Math.min(text.length, text.length - end + AROUND, start + 4 * SHORT),
    ]
    return `"${from > 0 ? '…' : ''}${text.slice(from, to)}${to < text.length ? '…' : ''}"`
  }
  return [part(before), part(after)]
}

/** A list of objects, each identified by one of its fields. */
export function rowsOf(contract: Contract, list: Json | undefined, key: string): Row[] {
  const entries = Array.isArray(list) ? list.filter(isMembers) : []
  return entries.map((fields) => ({ key: String(fields[key]), at: fields, contract, fields }))
}

/** An object of rows by name. A row that is a bare value is its field `value`. */
export function namedRows(contract: Contract, node: Json | undefined): Row[] {
  if (!isMembers(node)) return []
  return Object.entries(node).map(([key, value]) =>
    isMembers(value)
      ? { key, at: value, contract, fields: value }
      : { key, at: node, contract, fields: { value } },
  )
}

/** A change that no key of a list shows: the whole value, as text. */
export function whole(contract: Contract, node: Json | undefined, key: string): Row[] {
  if (node === undefined) return []
  const at = typeof node === 'object' && node !== null ? node : contract.root
  return [{ key, at, contract, fields: { value: node } }]
}
