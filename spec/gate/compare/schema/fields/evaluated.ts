import type { References } from '../../../load/contract.ts'
import { isMembers, type Json } from '../../../load/parse.ts'
import { canonicalForm } from '../canonical.ts'
import type { Comparison } from '../comparison.ts'
import { type Conjunction, conjunctionOf, having, valuesOf } from '../conjunction.ts'
import { changed, type SchemaChange } from '../schema-change.ts'
import type { ValueChange } from '../../verdicts.ts'

/** The part that a branch evaluates: everything, or fields whose names match one of its patterns, or items at some places. */
type Evaluated = ReadonlySet<string>

const ALL = ''

/**
 * Changes of the undeclared fields that variants and conditions evaluate. `unevaluatedProperties` beside them does not apply to
 * such fields, so `additionalProperties` in a variant allows fields that were refused, although it restricts the variant.
 */
export function evaluatedFieldChanges(
  comparison: Comparison,
  base: Conjunction,
  head: Conjunction,
): SchemaChange[] {
  const { gains, loses } = compared('unevaluatedProperties', fieldsOf, comparison, base, head)
  const toChange = (change: ValueChange, verb: string) =>
    changed(change, 'unevaluatedProperties', base, head, `further fields of a variant are ${verb}`)
  return [
    ...(gains ? [toChange('unknown-fields-allowed', 'allowed')] : []),
    ...(loses ? [toChange('unknown-fields-refused', 'refused')] : []),
  ]
}

/** Changes of the items that variants and conditions evaluate, to which `unevaluatedItems` beside them does not apply. */
export function evaluatedItemChanges(
  comparison: Comparison,
  base: Conjunction,
  head: Conjunction,
): SchemaChange[] {
  const { gains, loses } = compared('unevaluatedItems', itemsOf, comparison, base, head)
  const toChange = (change: ValueChange, verb: string) =>
    changed(change, 'unevaluatedItems', base, head, `further items of a variant are ${verb}`)
  return [
    ...(gains ? [toChange('wider', 'allowed')] : []),
    ...(loses ? [toChange('narrower', 'refused')] : []),
  ]
}

function compared(
  keyword: string,
  evaluatedBy: (parts: Conjunction, contract: References) => Evaluated,
  { base: contract, head: contractNow }: Comparison,
  base: Conjunction,
  head: Conjunction,
): { gains: boolean; loses: boolean } {
  const isRestricting = (side: Conjunction) =>
    valuesOf(side, keyword).some((value) => value !== true)
  if (!isRestricting(base) || !isRestricting(head)) return { gains: false, loses: false }
  const before = branchesOf(contract, base, evaluatedBy)
  const after = branchesOf(contractNow, head, evaluatedBy)
  const pairs =
    before.length === after.length
      ? before.map((was, index) => [was, after[index]!] as const)
      : [[union(before), union(after)] as const]
  return {
    gains: pairs.some(([was, is]) => hasMore(is, was)),
    loses: pairs.some(([was, is]) => hasMore(was, is)),
  }
}

function union(branches: readonly Evaluated[]): Evaluated {
  return new Set(branches.flatMap((names) => [...names]))
}

function hasMore(some: Evaluated, others: Evaluated): boolean {
  return !others.has(ALL) && !some.isSubsetOf(others)
}

/** The parts that each variant and each branch of a condition evaluate, in the order of the document. */
function branchesOf(
  contract: References,
  conjunction: Conjunction,
  evaluatedBy: (parts: Conjunction, contract: References) => Evaluated,
): Evaluated[] {
  const found: Evaluated[] = []
  const visited = new Set<Json>()
  const visit = (branch: Json): void => {
    if (!isMembers(branch) || visited.has(branch)) return
    visited.add(branch)
    const parts = conjunctionOf(contract, [branch])
    found.push(evaluatedBy(parts, contract))
    for (const inside of branchesBelow(parts)) visit(inside)
  }
  for (const branch of branchesBelow(conjunction)) visit(branch)
  return found
}

function fieldsOf(parts: Conjunction): Evaluated {
  const patterns = valuesOf(parts, 'patternProperties').flatMap((value) => Object.keys(value!))
  return isOpen(parts, 'additionalProperties', 'unevaluatedProperties')
    ? new Set([ALL])
    : new Set(patterns)
}

function itemsOf(parts: Conjunction, contract: References): Evaluated {
  if (isOpen(parts, 'items', 'unevaluatedItems')) return new Set([ALL])
  const places = valuesOf(parts, 'prefixItems').flatMap((list) => Object.keys(list as Json[]))
  const matched = valuesOf(parts, 'contains').map((schema) => canonicalForm(contract, schema))
  return new Set([...places, ...matched])
}

function isOpen(parts: Conjunction, ...keywords: string[]): boolean {
  return keywords.some((keyword) => valuesOf(parts, keyword).some((value) => value !== false))
}

/** The schemas that apply to the same value under a condition. */
export function branchesBelow(parts: Conjunction): Json[] {
  const lists = ['anyOf', 'oneOf'].flatMap((keyword) => valuesOf(parts, keyword).flat() as Json[])
  const branches = having(parts, 'if').flatMap((schema) => [schema.if, schema.then, schema.else])
  const dependent = valuesOf(parts, 'dependentSchemas').flatMap((value) => Object.values(value!))
  return [...lists, ...branches, ...dependent].filter((branch) => branch !== undefined)
}
