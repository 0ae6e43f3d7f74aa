import { isMembers, type Json, type Members } from '../../../load/parse.ts'
import { TEXTS } from './type-sets.ts'

/** Returns the required fields of a schema without other keywords. */
export function requiredAlone(written: Json): Json[] | null {
  const schema = unwrapped(written)
  return isMembers(schema) && saysAlone(schema, 'required') ? (schema.required as Json[]) : null
}

/** Returns the only part of an `allOf` without other keywords, as authors add a description to a reference. */
export function unwrapped(schema: Json): Json {
  if (!isMembers(schema) || !saysAlone(schema, 'allOf') || !Array.isArray(schema.allOf))
    return schema
  return schema.allOf.length === 1 ? unwrapped(schema.allOf[0]!) : schema
}

/** Returns the variants of a schema without keywords other than `anyOf`, also of nested ones. */
export function anyOfAlone(written: Json): Json[] | null {
  const schema = unwrapped(written)
  if (!isMembers(schema) || !saysAlone(schema, 'anyOf') || !Array.isArray(schema.anyOf)) return null
  return schema.anyOf.flatMap((variant) => anyOfAlone(variant) ?? [variant])
}

/** Returns the types of a schema without other keywords. */
export function typesAlone(written: Json): string[] | null {
  const schema = unwrapped(written)
  return isMembers(schema) && saysAlone(schema, 'type') ? typeList(schema.type) : null
}

export function saysAlone(schema: Members, keyword: string): boolean {
  return keyword in schema && Object.keys(schema).every((key) => key === keyword || TEXTS.has(key))
}

export function typeList(type: Json | undefined): string[] {
  return type === undefined ? [] : ((Array.isArray(type) ? type : [type]) as string[])
}

/** Returns the type of a value; `integer` for a whole number. */
export function typeOf(value: Json): string {
  if (value === null) return 'null'
  if (Array.isArray(value)) return 'array'
  return Number.isInteger(value) ? 'integer' : typeof value
}

/** Returns the names of types that include a value. */
export function typesWith(value: Json): string[] {
  const type = typeOf(value)
  return type === 'integer' ? [type, 'number'] : [type]
}

/** Returns JSON text with sorted members, because their order has no meaning. */
export function canonical(value: Json): string {
  return JSON.stringify(value, (_, inner: Json) =>
    isMembers(inner)
      ? Object.fromEntries(Object.entries(inner).sort(([one], [other]) => (one < other ? -1 : 1)))
      : inner,
  )
}
