import { type Conjunction, propertiesOf, valuesOf } from './conjunction.ts'
import { changed, type SchemaChange } from './schema-change.ts'
import type { ValueChange } from './verdicts.ts'

/**
 * Fields that became required or optional.
 * @param flow whether a field travels one way only
 * @param isFreed whether a field that nobody had to send, since it was readOnly, is no longer so
 */
export function requiredChanges(
  base: Conjunction,
  head: Conjunction,
  flow: (name: string) => Pick<SchemaChange, 'flow'>,
  isFreed: (name: string) => boolean,
): SchemaChange[] {
  const said = (conjunction: Conjunction) => valuesOf(conjunction, 'required').flat() as string[]
  const times = (names: string[], name: string) => names.filter((other) => other === name).length
  const [before, after] = [new Set(said(base)), new Set(said(head))]
  const rarer = [...before.intersection(after)].filter(
    (name) => times(said(head), name) < times(said(base), name),
  )
  const [had, has] = [declared(base), declared(head)]
  // Of a field that came or went as a whole, that alone is told.
  const dropped = [...before.difference(after)].filter((name) => !had.has(name) || has.has(name))
  const added = [...after.difference(before)].filter((name) => had.has(name) || !has.has(name))
  const tell = (name: string, change: ValueChange, what: string) => ({
    ...changed(change, 'required', base, head, what),
    path: [name],
    ...flow(name),
  })
  return [
    ...dropped.map((name) => tell(name, 'became-optional', `\`${name}\` is no longer required`)),
    ...rarer.map((name) => tell(name, 'still-required', `\`${name}\` is demanded in fewer places`)),
    ...added.map((name) => tell(name, 'became-required', `\`${name}\` is required now`)),
    ...[...before.intersection(after)]
      .filter(isFreed)
      .map((name) => tell(name, 'became-required', `\`${name}\` has to be sent now`)),
  ]
}

function declared(conjunction: Conjunction): Set<string> {
  return new Set(
    [...propertiesOf(conjunction)]
      .filter(([, schemas]) => !schemas.includes(false))
      .map(([name]) => name),
  )
}
