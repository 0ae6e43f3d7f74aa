import { isDeepStrictEqual } from 'node:util'
import { isMembers, type Members } from '../../../load/parse.ts'
import { isAnything } from './type-sets.ts'

/** Removes `contains` without effect, and replaces one of any items by their number. */
export function counted(schema: Members): void {
  const { contains, minContains: least = 1, maxContains: most } = schema
  if (contains !== undefined && isAnything(contains) && !('unevaluatedItems' in schema)) {
    schema.minItems = Math.max(Number(schema.minItems ?? 0), Number(least))
    if (most !== undefined)
      schema.maxItems = Math.min(Number(schema.maxItems ?? most), Number(most))
    delete schema.contains
  }
  const isIdle = schema.minContains === 0 && schema.maxContains === undefined
  if (!('contains' in schema) || isIdle)
    for (const key of ['contains', 'minContains', 'maxContains']) delete schema[key]
}

/** Removes what applies to more items than an array may have. */
export function bounded(schema: Members): void {
  const { maxItems: most, prefixItems: listed } = schema
  if (typeof most !== 'number' || !Number.isInteger(most) || most < 0) return
  if (most <= 1) delete schema.uniqueItems
  if (most === 0) {
    delete schema.prefixItems
    schema.items = false
  } else if (Array.isArray(listed) && schema.items === false)
    schema.prefixItems = listed.slice(0, most)
  else if (Array.isArray(listed) && listed.length >= most) {
    schema.prefixItems = listed.slice(0, most)
    schema.items = listed[most - 1]!
  }
}

/** Removes the last listed items if the items after them have the same schema. */
export function listedItems(schema: Members): void {
  const { prefixItems: listed, items } = schema
  if (!Array.isArray(listed) || !isMembers(items)) return
  const end = listed.findLastIndex((item) => !isDeepStrictEqual(item, items)) + 1
  if (end === listed.length) return
  if (end === 0) delete schema.prefixItems
  else schema.prefixItems = listed.slice(0, end)
}
