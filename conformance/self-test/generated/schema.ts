import document from '../../../spec/generated/openapi.json' with { type: 'json' }
import { isObject, type JsonObject } from '../../http/json.ts'

/** A member that a schema of the contract describes. */
export interface Member {
  /** Names from the top; `[]` stands for each item of a list. */
  path: readonly string[]
  required: boolean
  schema: JsonObject
  /** Rows of the ledger that leave it open, its own or those of what it stands in. */
  gaps: readonly string[]
}

const DEEPEST = 7

/** A schema with its references and parts put together; what only some variants have is not required. */
export function resolved(schema: unknown): JsonObject {
  if (!isObject(schema)) return {}
  const { $ref, allOf, oneOf, anyOf, ...own } = schema
  const parts = [
    ...(typeof $ref === 'string' ? [resolved(pointed($ref))] : []),
    ...(Array.isArray(allOf) ? allOf.map(resolved) : []),
    ...[oneOf, anyOf]
      .flatMap((variants) => (Array.isArray(variants) ? variants : []))
      .map((variant) => ({ ...resolved(variant), required: [] as unknown[] })),
    own,
  ]
  return parts.reduce(joined, {})
}

function joined(one: JsonObject, other: JsonObject): JsonObject {
  const lists = ['required', 'x-unspecified'].map((name) => [
    name,
    [...new Set([...listOf(one[name]), ...listOf(other[name])])],
  ])
  const properties = [one, other].map(({ properties: some }) => (isObject(some) ? some : {}))
  const names = new Set(properties.flatMap(Object.keys))
  const both = [...names].map((name) => {
    const [a, b] = properties.map((some) => some[name])
    return [name, a && b ? { allOf: [a, b] } : (a ?? b)]
  })
  return {
    ...one,
    ...other,
    ...Object.fromEntries(lists),
    ...(names.size > 0 && { properties: Object.fromEntries(both) as JsonObject }),
  }
}

/** Every member at any depth, parents first. */
export function membersOf(
  schema: unknown,
  path: readonly string[] = [],
  above: readonly string[] = [],
): Member[] {
  if (path.length > DEEPEST) return []
  const whole = resolved(schema)
  const gaps = [...above, ...listOf(whole['x-unspecified']).map(String)]
  if (whole['items'] !== undefined) return membersOf(whole['items'], [...path, '[]'], gaps)
  if (!isObject(whole['properties'])) return []
  const required = listOf(whole['required'])
  return Object.entries(whole['properties']).flatMap(([name, inner]) => {
    const member = resolved(inner)
    const own = listOf(member['x-unspecified']).map(String)
    return [
      {
        path: [...path, name],
        required: required.includes(name),
        schema: member,
        gaps: [...new Set([...gaps, ...own])],
      },
      ...membersOf(inner, [...path, name], gaps),
    ]
  })
}

/** What stands at a path: one value, or one for each item of the lists on the way. */
export function valuesAt(json: unknown, [name, ...rest]: readonly string[]): unknown[] {
  if (name === undefined) return [json]
  if (name === '[]')
    return Array.isArray(json) ? json.flatMap((item: unknown) => valuesAt(item, rest)) : []
  return isObject(json) && Object.hasOwn(json, name) ? valuesAt(json[name], rest) : []
}

/** The objects that hold the last name of a path. */
export function holdersOf(json: unknown, path: readonly string[]): JsonObject[] {
  const name = path.at(-1)!
  return valuesAt(json, path.slice(0, -1)).filter(
    (holder): holder is JsonObject => isObject(holder) && Object.hasOwn(holder, name),
  )
}

export function pointed(reference: string): unknown {
  return reference
    .slice(2)
    .split('/')
    .reduce<unknown>(
      (value, name) => (value as JsonObject)[name.replaceAll('~1', '/').replaceAll('~0', '~')],
      document,
    )
}

export function listOf(value: unknown): unknown[] {
  return Array.isArray(value) ? value : []
}
