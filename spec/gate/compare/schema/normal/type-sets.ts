import { isMembers, type Json } from '../../../load/parse.ts'

/** Annotations: a variant with a type and only these is equal to that type. */
export const TEXTS = new Set(['title', 'description', '$comment', 'example', 'examples'])

/**
 * The types that exclude each other. `fraction` has the numbers that are not integers; no document has a name for them, but a
 * `oneOf` of `number` and `integer` allows only these.
 */
const ALL: ReadonlySet<string> = new Set([
  'string',
  'integer',
  'fraction',
  'boolean',
  'object',
  'array',
  'null',
])

/** Returns the types that a schema allows, if it distinguishes values by their type only; else null. */
export function typeSetOf(schema: Json): ReadonlySet<string> | null {
  if (typeof schema === 'boolean') return schema ? ALL : new Set()
  if (!isMembers(schema)) return null
  let types = ALL
  for (const [keyword, value] of Object.entries(schema)) {
    if (TEXTS.has(keyword)) continue
    const allowed = allowedBy(keyword, value)
    if (!allowed) return null
    types = types.intersection(allowed)
  }
  return types
}

function allowedBy(keyword: string, value: Json): ReadonlySet<string> | null {
  if (keyword === 'type') return new Set([value].flat().flatMap(partsOf))
  if (keyword === 'not') {
    const excluded = typeSetOf(value)
    return excluded && ALL.difference(excluded)
  }
  if (!['allOf', 'anyOf', 'oneOf'].includes(keyword) || !Array.isArray(value)) return null
  const variants: ReadonlySet<string>[] = []
  for (const variant of value) {
    const types = typeSetOf(variant)
    if (!types) return null
    variants.push(types)
  }
  const isAllowed = (type: string): boolean => {
    const matches = variants.filter((types) => types.has(type)).length
    if (keyword === 'allOf') return matches === variants.length
    return keyword === 'oneOf' ? matches === 1 : matches > 0
  }
  return new Set([...ALL].filter(isAllowed))
}

/** Returns the types that exclude each other for a type of a document, or for `fraction`. */
export function partsOf(type: Json): string[] {
  return type === 'number' ? ['integer', 'fraction'] : [String(type)]
}

/** Returns a schema of a set of types. */
export function schemaOf(types: ReadonlySet<string>): Json {
  if (types.size === ALL.size) return true
  if (types.size === 0) return false
  const isNumber = types.isSupersetOf(new Set(partsOf('number')))
  const others = [...types].filter((type) => !isNumber || !partsOf('number').includes(type))
  return { type: isNumber ? [...others, 'number'] : others }
}

/** Whether a schema has no other keywords than texts. */
export function isAnything(schema: Json): boolean {
  return (
    schema === true || (isMembers(schema) && Object.keys(schema).every((key) => TEXTS.has(key)))
  )
}
