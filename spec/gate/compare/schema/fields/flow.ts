import type { References } from '../../../load/contract.ts'
import type { Json } from '../../../load/parse.ts'
import { conjunctionOf, valuesOf } from '../conjunction.ts'
import type { SchemaChange } from '../schema-change.ts'

/** The schemas that one of the contracts gives for a field; undefined if it does not declare the field. */
export type Side = readonly [contract: References, schemas: Json[] | undefined]

/** Whether a field is used in one direction only, on both sides or on the side that has it. */
export function flowOf(was: Side, is: Side): Pick<SchemaChange, 'flow'> {
  if (was[1] === undefined && is[1] === undefined) return {}
  const flow = (['readOnly', 'writeOnly'] as const).find((keyword) =>
    [was, is].every((side) => side[1] === undefined || says(side, keyword)),
  )
  return flow ? { flow } : {}
}

/**
 * Returns the change of a required field that is no longer readOnly. OpenAPI 3.0 excluded it from requests. Later versions do not
 * say so, but clients may still omit the field.
 */
export function demandOfFreed(was: Side, is: Side): 'became-required' | 'perhaps-required' | null {
  if (!was[1] || !is[1] || !says(was, 'readOnly') || says(is, 'readOnly')) return null
  return is[0].dialect === '3.0' ? 'became-required' : 'perhaps-required'
}

function says([contract, schemas = []]: Side, keyword: string): boolean {
  return valuesOf(conjunctionOf(contract, schemas), keyword).includes(true)
}
