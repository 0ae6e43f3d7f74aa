import { isDeepStrictEqual } from 'node:util'
import type { References } from '../../../load/contract.ts'
import { isMembers, type Json, type Members } from '../../../load/parse.ts'
import { permitsRemoval } from '../../../policy/options.ts'
import { allowsField, type ClosedFields, closedFields, unevaluatedSchemas } from './closed.ts'
import type { Comparison } from '../comparison.ts'
import { type Conjunction, conjunctionOf, propertiesOf, valuesOf } from '../conjunction.ts'
import { flowOf } from './flow.ts'
import { isAnything } from '../normal/type-sets.ts'
import {
  fieldSchemas,
  mayShareNames,
  patternSchemasOf,
  undecidedPatterns,
} from '../patterns/names.ts'
import { changed, propertyChanged, type SchemaChange } from '../schema-change.ts'
import type { Edge } from '../schema-graph.ts'
import { undeclaredSchemas } from './undeclared.ts'
import { allowsNothing } from '../values/value-sets.ts'
import type { ValueChange } from '../../verdicts.ts'

/** Changes of declared and undeclared fields. */
export function fieldChanges(
  comparison: Comparison,
  base: Conjunction,
  head: Conjunction,
): (SchemaChange | Edge)[] {
  return [
    ...propertyChanges(comparison, base, head),
    ...patternChanges(comparison, base, head),
    ...undecidedChanges(base, head),
    ...furtherChanges(comparison, base, head),
  ]
}

function propertyChanges(
  comparison: Comparison,
  base: Conjunction,
  head: Conjunction,
): (SchemaChange | Edge)[] {
  const [before, after] = [fieldSchemas(base), fieldSchemas(head)]
  const [wasRequired, isRequired] = [base, head].map(
    (side) => new Set(valuesOf(side, 'required').flat()),
  ) as [Set<Json>, Set<Json>]
  const closed = closedFields(comparison.base, base)
  const closes = closedFields(comparison.head, head)
  return [...new Set([...before.keys(), ...after.keys()])].flatMap(
    (name): (SchemaChange | Edge)[] => {
      const [was, is] = [before.get(name), after.get(name)]
      const forbidden = [isNever(comparison.base, was), isNever(comparison.head, is)]
      const flow = flowOf([comparison.base, was], [comparison.head, is])
      const diff = (kind: ValueChange, verb: string) => ({
        ...propertyChanged(kind, base, head, name, verb),
        ...flow,
      })
      const added = (verb: string) => ({
        ...diff(
          isRequired.has(name) && !wasRequired.has(name) ? 'required-field-added' : 'field-added',
          verb,
        ),
        ...(!allowsField(closed, name) && { isGained: true }),
      })
      if (forbidden[0] && forbidden[1]) return []
      const isRefused = [
        was === undefined && !allowsField(closed, name),
        is === undefined && !allowsField(closes, name),
      ]
      if ((forbidden[0] && isRefused[1]) || (forbidden[1] && isRefused[0])) return []
      if (forbidden[0]) return [diff('absence-withdrawn', 'is no longer ruled out')]
      if (forbidden[1])
        return [was ? diff('field-removed', 'removed') : diff('field-forbidden', 'is ruled out')]
      if (!is) {
        const isPermitted = conjunctionOf(comparison.base, was!).some((schema) =>
          permitsRemoval(comparison.policy, schema),
        )
        return [{ ...diff('field-removed', 'removed'), ...(isPermitted && { isPermitted }) }]
      }
      if (!was) {
        const before = previousSchemas(comparison.base, base, name)
        return [
          added('added'),
          ...before.map((schemas) => ({
            to: [comparison.pair(schemas.theirs, [...schemas.kept, ...is])],
            names: [name],
            ...flow,
          })),
        ]
      }
      // Each closed part must declare the field itself.
      const refused = [!allowsField(closed, name), !allowsField(closes, name)]
      if (refused[0] && !refused[1])
        return [added('is no longer refused by another part of the schema')]
      if (!refused[0] && refused[1])
        return [diff('field-removed', 'is refused by another part of the schema')]
      return [
        {
          to: [comparison.pair(was, is)],
          names: [name],
          ...flow,
          isRequired: wasRequired.has(name) && isRequired.has(name),
        },
      ]
    },
  )
}

/** The schemas of a field that was possible as an undeclared one. `kept`: those that still apply to it. */
function previousSchemas(
  contract: References,
  base: Conjunction,
  name: string,
): { theirs: Json[]; kept: Json[] }[] {
  const matching = patternSchemasOf(base, name)
  if (matching.length > 0) return [{ theirs: matching, kept: [] }]
  const named = undeclaredSchemas(contract, base, name)
  const others = [
    ...valuesOf(base, 'additionalProperties'),
    // Fields that a variant declares are evaluated.
    ...(named.some((schemas) => schemas.length > 0) ? [] : unevaluatedSchemas(contract, base)),
  ].filter((schema) => isMembers(schema) && !isAnything(schema) && !isNever(contract, [schema]))
  if (others.length > 0) return [{ theirs: others, kept: [] }]
  return named.map((schemas) => ({ theirs: schemas, kept: schemas }))
}

function isNever(contract: References, schemas: Json[] | undefined): boolean {
  return schemas !== undefined && allowsNothing(conjunctionOf(contract, schemas))
}

/** Patterns of names that declare fields of a closed object. Others only restrict fields. */
function patternChanges(
  { base: baseContract, head: headContract, pair }: Comparison,
  base: Conjunction,
  head: Conjunction,
): (SchemaChange | Edge)[] {
  const [closed, closes] = [closedFields(baseContract, base), closedFields(headContract, head)]
  if (closed.length === 0 || closes.length === 0) return []
  const [before, after] = [
    declaringPatterns(baseContract, base, closed),
    declaringPatterns(headContract, head, closes),
  ]
  const diff = (change: ValueChange, pattern: string, verb: string) =>
    changed(change, 'patternProperties', base, head, `fields that match \`${pattern}\` ${verb}`)
  return [...new Set([...before.keys(), ...after.keys()])].flatMap(
    (pattern): (SchemaChange | Edge)[] => {
      const [was, is] = [before.get(pattern), after.get(pattern)]
      if (was && is) return [{ to: [pair(was, is)], names: [] }]
      if (!is) return [diff('field-removed', pattern, 'removed')]
      // The added pattern also restricts names that another one allows.
      const shared = [...before].filter(([other]) => mayShareNames(pattern, other))
      return [
        { ...diff('field-added', pattern, 'added'), isGained: true },
        ...shared.map(([, old]) => ({ to: [pair(old, [...old, ...is])], names: [] })),
      ]
    },
  )
}

/** Reports patterns that may match a field, if the fields or the patterns changed. */
function undecidedChanges(base: Conjunction, head: Conjunction): SchemaChange[] {
  const sides = [base, head]
  const [before, after] = sides.map((side) =>
    ['properties', 'patternProperties'].map((keyword) => valuesOf(side, keyword)),
  )
  if (isDeepStrictEqual(before, after)) return []
  const names = sides.flatMap((side) => [...propertiesOf(side).keys()])
  const patterns = new Set(sides.flatMap((side) => undecidedPatterns(side, names)))
  return [...patterns].map((pattern) =>
    changed(
      'unclear',
      'patternProperties',
      base,
      head,
      `whether \`${pattern}\` matches a field was not decided in time`,
    ),
  )
}

function declaringPatterns(
  contract: References,
  conjunction: Conjunction,
  closed: readonly ClosedFields[],
): Map<string, Json[]> {
  const entries = (valuesOf(conjunction, 'patternProperties') as Members[])
    .flatMap((patterns) => Object.entries(patterns))
    .filter(([pattern]) => isDeclaring(pattern, closed))
  const schemas = Map.groupBy(entries, ([pattern]) => pattern)
  return new Map(
    [...schemas]
      .map(([pattern, group]) => [pattern, group.map(([, schema]) => schema)] as const)
      .filter(([, group]) => !isNever(contract, group)),
  )
}

function isDeclaring(pattern: string, closed: readonly ClosedFields[]): boolean {
  return closed.length > 0 && closed.every(({ patterns }) => patterns.includes(pattern))
}

/** Returns the patterns that restrict fields without declaring them, as values of the keyword. */
export function restrictingPatterns(
  contracts: Pick<Comparison, 'base' | 'head'>,
  base: Conjunction,
  head: Conjunction,
): [Json[], Json[]] {
  const [closed, closes] = [closedFields(contracts.base, base), closedFields(contracts.head, head)]
  const areClosed = closed.length > 0 && closes.length > 0
  const left = (conjunction: Conjunction, fields: readonly ClosedFields[]) =>
    (valuesOf(conjunction, 'patternProperties') as Members[]).flatMap((value) => {
      const entries = Object.entries(value).filter(
        ([pattern]) => !areClosed || !isDeclaring(pattern, fields),
      )
      return entries.length > 0 ? [Object.fromEntries(entries) as Members] : []
    })
  return [left(base, closed), left(head, closes)]
}

/** Undeclared fields. */
function furtherChanges(
  { base: baseContract, head: headContract, pair }: Comparison,
  base: Conjunction,
  head: Conjunction,
): (SchemaChange | Edge)[] {
  const isClosed = closedFields(baseContract, base).length > 0
  const closes = closedFields(headContract, head).length > 0
  const keyword = [base, head].some((side) => valuesOf(side, 'additionalProperties').length > 0)
    ? 'additionalProperties'
    : 'unevaluatedProperties'
  const toChange = (change: ValueChange, verb: string) =>
    changed(change, keyword, base, head, `further fields are ${verb}`)
  if (isClosed && closes) return []
  if (isClosed) return [toChange('unknown-fields-allowed', 'allowed')]
  if (closes) return [toChange('unknown-fields-refused', 'refused')]
  const [before, after] = [
    valuesOf(base, 'additionalProperties'),
    valuesOf(head, 'additionalProperties'),
  ]
  // `additionalProperties` leaves no field to an `unevaluatedProperties` that both sides have.
  const [left, leaves] = [
    unevaluatedSchemas(baseContract, base),
    unevaluatedSchemas(headContract, head),
  ]
  const hasGained = before.length === 0 && after.length > 0
  const hasLost = before.length > 0 && after.length === 0
  if (left.length === 0 || leaves.length === 0 || !(hasGained || hasLost))
    return [{ to: [pair(before, after)], names: ['*'] }]
  if (hasGained && left.includes(false)) return [toChange('unknown-fields-allowed', 'allowed')]
  if (hasLost && leaves.includes(false)) return [toChange('unknown-fields-refused', 'refused')]
  return [{ to: [hasGained ? pair(left, after) : pair(before, leaves)], names: ['*'] }]
}
