import type { References } from '../../../load/contract.ts'
import { isMembers, type Json } from '../../../load/parse.ts'
import type { Comparison } from '../comparison.ts'
import { type Conjunction, conjunctionOf, having, valuesOf } from '../conjunction.ts'
import { changed, type SchemaChange } from '../schema-change.ts'

/** The undeclared fields that a branch evaluates: all, or those whose names match one of its patterns. */
type Evaluated = ReadonlySet<string>

const ALL = ''

/**
 * Changes of the undeclared fields that variants and conditions evaluate. `unevaluatedProperties` beside them does not apply to
 * such fields, so `additionalProperties` in a variant allows fields that were refused, although it restricts the variant.
 */
export function evaluationChanges(
  { base: contract, head: contractNow }: Comparison,
  base: Conjunction,
  head: Conjunction,
): SchemaChange[] {
  const isRestricting = (side: Conjunction) =>
    valuesOf(side, 'unevaluatedProperties').some((value) => value !== true)
  if (!isRestricting(base) || !isRestricting(head)) return []
  const [before, after] = [branchesOf(contract, base), branchesOf(contractNow, head)]
  const pairs =
    before.length === after.length
      ? before.map((was, index) => [was, after[index]!] as const)
      : [[union(before), union(after)] as const]
  const toChange = (change: 'unknown-fields-allowed' | 'unknown-fields-refused', verb: string) =>
    changed(change, 'unevaluatedProperties', base, head, `further fields of a variant are ${verb}`)
  return [
    ...(pairs.some(([was, is]) => hasMore(is, was))
      ? [toChange('unknown-fields-allowed', 'allowed')]
      : []),
    ...(pairs.some(([was, is]) => hasMore(was, is))
      ? [toChange('unknown-fields-refused', 'refused')]
      : []),
  ]
}

function union(branches: readonly Evaluated[]): Evaluated {
  return new Set(branches.flatMap((names) => [...names]))
}

function hasMore(some: Evaluated, others: Evaluated): boolean {
  return !others.has(ALL) && !some.isSubsetOf(others)
}

/** What each variant and each branch of a condition evaluates, in the order of the document. */
function branchesOf(contract: References, conjunction: Conjunction): Evaluated[] {
  const found: Evaluated[] = []
  const visited = new Set<Json>()
  const visit = (branch: Json): void => {
    if (!isMembers(branch) || visited.has(branch)) return
    visited.add(branch)
    const parts = conjunctionOf(contract, [branch])
    found.push(evaluatedBy(parts))
    for (const inside of below(parts)) visit(inside)
  }
  for (const branch of below(conjunction)) visit(branch)
  return found
}

function evaluatedBy(parts: Conjunction): Evaluated {
  const isOpen = ['additionalProperties', 'unevaluatedProperties'].some((keyword) =>
    valuesOf(parts, keyword).some((value) => value !== false),
  )
  const patterns = valuesOf(parts, 'patternProperties').flatMap((value) => Object.keys(value!))
  return new Set(isOpen ? [ALL] : patterns)
}

/** The schemas that apply to the same object under a condition. */
function below(parts: Conjunction): Json[] {
  const lists = ['anyOf', 'oneOf'].flatMap((keyword) => valuesOf(parts, keyword).flat() as Json[])
  const branches = having(parts, 'if').flatMap((schema) => [schema.if, schema.then, schema.else])
  const dependent = valuesOf(parts, 'dependentSchemas').flatMap((value) => Object.values(value!))
  return [...lists, ...branches, ...dependent].filter((branch) => branch !== undefined)
}
