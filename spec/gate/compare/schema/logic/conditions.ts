import type { References } from '../../../load/contract.ts'
import { isMembers, type Json } from '../../../load/parse.ts'
import { canonicalForm } from '../canonical.ts'
import { allowsField, closedFields } from '../fields/closed.ts'
import type { Comparison } from '../comparison.ts'
import { withOuterFields } from '../fields/outer.ts'
import { type Conjunction, having } from '../conjunction.ts'
import { isUnmet } from '../variants/exclusive.ts'
import { isAnything } from '../normal/type-sets.ts'
import { changed, type SchemaChange } from '../schema-change.ts'
import type { Edge, SchemaPair } from '../schema-graph.ts'
import { type ValueChange, verdictOf } from '../../verdicts.ts'
import { conditionText, withoutUnrestricted } from './condition-text.ts'

interface Condition {
  readonly if: Json
  readonly then?: Json
  readonly else?: Json
}

/** Changes of `if`, `then` and `else`. */
export function conditionChanges(
  comparison: Comparison,
  base: Conjunction,
  head: Conjunction,
): (SchemaChange | Edge)[] {
  const [before, after] = [
    conditionsOf(comparison.head, base, [base, head]),
    conditionsOf(comparison.head, head, [base, head]),
  ]
  const [lost, gained] = [without(before, after), without(after, before)]
  // One edited condition is one change.
  const edited = lost.length === 1 && gained.length === 1 ? before.get(lost[0]!)![0]! : undefined
  return [...new Set([...before.keys(), ...after.keys()])].flatMap(
    (form): (SchemaChange | Edge)[] => {
      const [was, is] = [before.get(form), after.get(form)]
      const condition = (is ?? was)![0]!.if
      const found = (change: ValueChange, verb: string) => {
        const said = (write: (condition: Json) => string) =>
          edited && is
            ? `a condition changed: if ${write(edited.if)} became if ${write(condition)}`
            : `a condition ${verb}: if ${write(condition)}`
        const exact = (part: Json) => JSON.stringify(part, withoutUnrestricted)
        return changed(change, 'if', base, head, said(conditionText), said(exact))
      }
      if (!was) {
        const isFelt = (inside: readonly SchemaChange[]) =>
          inside.some(({ change }) => verdictOf(change, 'request').severity !== 'safe')
        const [felt, unfelt]: ValueChange[] = edited
          ? ['other', 'wider']
          : ['narrower', 'condition-unfelt']
        return [
          {
            to: is!.flatMap((condition) => branchesOf(comparison, base, condition)),
            names: [],
            sum: (inside) => found(isFelt(inside) ? felt! : unfelt!, 'added'),
          },
        ]
      }
      if (!is) return edited ? [] : [found('wider', 'removed')]
      // All consequences of one condition apply together.
      const branches = (conditions: readonly Condition[], branch: 'then' | 'else') =>
        conditions.map((condition) => condition[branch] ?? true)
      return (['then', 'else'] as const).map((branch) => {
        const sides = [branches(was, branch), branches(is, branch)] as const
        const [left, right] = withOuterFields(comparison, [base, head], sides)
        return { to: [comparison.pair(left, right)], names: [] }
      })
    },
  )
}

function without<T>(some: ReadonlyMap<string, T>, others: ReadonlyMap<string, T>): string[] {
  return [...some.keys()].filter((form) => !others.has(form))
}

/** The conditions of the conjunction, by the canonical form of their `if`. */
function conditionsOf(
  contract: References,
  conjunction: Conjunction,
  sides: readonly Conjunction[],
): Map<string, Condition[]> {
  const conditions = (having(conjunction, 'if') as unknown as Condition[]).filter(
    (condition) => !isAnything(condition.else ?? true) || !isUnmet(contract, sides, condition.if),
  )
  return Map.groupBy(conditions, (condition) => canonicalForm(contract, condition.if))
}

/**
 * Compares the previous schema with each branch of a new condition: without a difference, the
 * condition adds no restriction.
 */
function branchesOf(
  { base: contract, pair }: Comparison,
  base: Conjunction,
  { if: condition, then, else: otherwise }: Condition,
): SchemaPair[] {
  const closed = closedFields(contract, base)
  const demanded =
    isMembers(condition) && Array.isArray(condition.required) ? condition.required : []
  const reaches = demanded.every((name) => allowsField(closed, String(name)))
  return [reaches ? then : undefined, otherwise].flatMap((branch) =>
    branch === undefined ? [] : [pair([...base], [...base, branch])],
  )
}
