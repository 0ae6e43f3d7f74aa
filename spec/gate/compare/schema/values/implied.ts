import type { References } from '../../../load/contract.ts'
import type { Json } from '../../../load/parse.ts'
import { type Conjunction, conjunctionOf, having, propertiesOf, valuesOf } from '../conjunction.ts'
import { closedFields } from '../fields/closed.ts'
import { integersOf } from './bounds.ts'
import { allowedValues, allowsNothing, typesOf } from './value-sets.ts'

/** Numbers of items and fields that other keywords imply: bounds that say no more have no effect. */
const IMPLIED: Readonly<Record<string, (contract: References, side: Conjunction) => number[]>> = {
  minItems: (_, side) => having(side, 'contains').map(({ minContains = 1 }) => Number(minContains)),
  maxItems: (contract, side) => [...listedItems(side), ...distinctItems(contract, side)],
  maxProperties: (contract, side) => [...closedSizes(contract, side), ...namesOf(contract, side)],
}

export function impliedBounds(contract: References, side: Conjunction, keyword: string): number[] {
  return IMPLIED[keyword]?.(contract, side) ?? []
}

/** The fields of a closed object that must have as many fields as it may have. */
export function countedNames(contract: References, side: Conjunction): string[] {
  const least = Math.max(0, ...valuesOf(side, 'minProperties').map(Number))
  return closedNames(contract, side).find((names) => names.length === least) ?? []
}

/** Returns the number of items that an array has at most. */
export function mostItems(contract: References, side: Conjunction): number {
  return Math.min(
    ...valuesOf(side, 'maxItems').map(Number),
    ...impliedBounds(contract, side, 'maxItems'),
  )
}

/** Whether arrays have at most one item, which makes all items unique. */
export function hasOneItem(contract: References, side: Conjunction): boolean {
  return mostItems(contract, side) <= 1
}

/** After the listed items no other is allowed. */
function listedItems(side: Conjunction): number[] {
  return having(side, 'items')
    .filter(({ items }) => items === false)
    .map(({ prefixItems }) => lengthOf(prefixItems))
}

/** Unique items are at most as many as their values. */
function distinctItems(contract: References, side: Conjunction): number[] {
  const owners = having(side, 'items')
  if (owners.length === 0 || !valuesOf(side, 'uniqueItems').includes(true)) return []
  const items = owners.map((schema) => schema.items!)
  const count = valueCount(conjunctionOf(contract, items))
  const listed = Math.max(...owners.map(({ prefixItems }) => lengthOf(prefixItems)))
  return count === null ? [] : [count + listed]
}

const BARE: Readonly<Record<string, number>> = { boolean: 2, null: 1 }

/** Returns the number of values of a schema; null if it is not finite, or unknown. */
function valueCount(conjunction: Conjunction): number | null {
  const listed = allowedValues(conjunction)
  if (listed) return listed.size
  const types = [...(typesOf(conjunction) ?? ['any'])]
  const range = types.join() === 'integer' ? integersOf(conjunction) : null
  if (range) return Math.max(0, Math.floor(range.most) - Math.ceil(range.least) + 1)
  return types.every((type) => type in BARE)
    ? types.reduce((sum, type) => sum + BARE[type]!, 0)
    : null
}

/** A closed object has at most the fields that it declares and that may have a value. */
function closedSizes(contract: References, side: Conjunction): number[] {
  return closedNames(contract, side).map((names) => names.length)
}

function closedNames(contract: References, side: Conjunction): string[][] {
  const properties = propertiesOf(side)
  const isNever = (name: string) =>
    properties.has(name) && allowsNothing(conjunctionOf(contract, properties.get(name)!))
  return closedFields(contract, side)
    .filter(({ patterns }) => patterns.length === 0)
    .map(({ names }) => [...names].filter((name) => !isNever(name)))
}

/** Names of fields from a list. */
function namesOf(contract: References, side: Conjunction): number[] {
  const schemas = valuesOf(side, 'propertyNames')
  const names = schemas.length > 0 ? allowedValues(conjunctionOf(contract, schemas)) : null
  return names ? [[...names].filter((name) => name.startsWith('"')).length] : []
}

function lengthOf(list: Json | undefined): number {
  return Array.isArray(list) ? list.length : 0
}
