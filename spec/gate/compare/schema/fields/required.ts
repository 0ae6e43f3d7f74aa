import { type Conjunction, propertiesOf, valuesOf } from '../conjunction.ts'
import { pathBelow } from '../path.ts'
import { changed, type SchemaChange } from '../schema-change.ts'
import type { ValueChange } from '../../verdicts.ts'

/**
 * Compares required fields.
 * @param counted fields that the number of fields demands
 * @param flow whether a field is used in one direction only
 * @param demandOf change of a field that was readOnly and no longer is; null for any other field
 */
export function requiredChanges(
  base: Conjunction,
  head: Conjunction,
  counted: readonly [base: readonly string[], head: readonly string[]],
  flow: (name: string) => Pick<SchemaChange, 'flow'>,
  demandOf: (name: string) => 'became-required' | 'perhaps-required' | null,
): SchemaChange[] {
  const said = (conjunction: Conjunction) => {
    const names = valuesOf(conjunction, 'required').flat() as string[]
    const others = counted[conjunction === base ? 0 : 1].filter((name) => !names.includes(name))
    return [...names, ...others]
  }
  const times = (names: string[], name: string) => names.filter((other) => other === name).length
  const [before, after] = [new Set(said(base)), new Set(said(head))]
  const rarer = [...before.intersection(after)].filter(
    (name) => times(said(head), name) < times(said(base), name),
  )
  const [had, has] = [declared(base), declared(head)]
  // For an added or removed field, only that change is reported.
  const dropped = [...before.difference(after)].filter((name) => !had.has(name) || has.has(name))
  // A field of the schema `false` is declared: requests of the base omit it.
  const mentioned = propertiesOf(base)
  const added = [...after.difference(before)].filter(
    (name) => mentioned.has(name) || !has.has(name),
  )
  const report = (name: string, change: ValueChange, what: string) => ({
    ...changed(change, 'required', base, head, what),
    path: pathBelow(null, name),
    ...flow(name),
  })
  return [
    ...dropped.map((name) => report(name, 'became-optional', `\`${name}\` is no longer required`)),
    ...rarer.map((name) =>
      report(name, 'still-required', `\`${name}\` is required in fewer places`),
    ),
    ...added.map((name) => report(name, 'became-required', `\`${name}\` is now required`)),
    ...[...before.intersection(after)].flatMap((name) => {
      const change = demandOf(name)
      return change ? [report(name, change, `\`${name}\` must now be sent`)] : []
    }),
  ]
}

function declared(conjunction: Conjunction): Set<string> {
  return new Set(
    [...propertiesOf(conjunction)]
      .filter(([, schemas]) => !schemas.includes(false))
      .map(([name]) => name),
  )
}
