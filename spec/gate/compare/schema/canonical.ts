import type { References } from '../../load/contract.ts'
import { homeOf, isMembers, type Json, type Members } from '../../load/parse.ts'
import { conjunctionOf } from './conjunction.ts'
import { EDITORIAL } from './values/keywords.ts'
import { canonical } from './normal/reading.ts'

/** Keywords without effect on validity, besides texts. */
const ANNOTATIONS = new Set(['$ref', 'allOf', 'default', 'deprecated', 'readOnly', 'writeOnly'])
const SCHEMAS = new Set([
  'not',
  'if',
  'then',
  'else',
  'items',
  'contains',
  'propertyNames',
  'additionalProperties',
  'unevaluatedItems',
  'unevaluatedProperties',
  'contentSchema',
])
const MAPS = new Set(['properties', 'patternProperties', 'dependentSchemas'])
const VARIANTS = new Set(['anyOf', 'oneOf'])
/** Lists whose order has no meaning. */
const SETS = new Set(['required', 'enum', 'type'])
/** Keywords whose effect depends on others of the same schema. */
const PLACED = [
  'additionalProperties',
  'unevaluatedProperties',
  'unevaluatedItems',
  'items',
  'contains',
  'if',
]

/** Numbers of the texts, so that a text stays short however often it is repeated. */
const numbers = new Map<string, string>()
const forms = new WeakMap<References, WeakMap<object, string>>()

/**
 * Returns a text that is equal for schemas that differ only in texts, in the order of their members,
 * or in references. It is empty for a schema that allows everything.
 */
export function canonicalForm(contract: References, schema: Json): string {
  const known = forms.get(contract) ?? new WeakMap<object, string>()
  forms.set(contract, known)
  const entered = new Set<Json>()
  // A list instead of recursion: a long chain of schemas would exceed the call stack.
  const pending = [schema]
  for (let node = pending.at(-1); node !== undefined; node = pending.at(-1)) {
    const isDone = !isMembers(node) || (known.has(node) && !entered.has(node))
    const missing = isDone ? [] : enter(node as Members)
    if (missing.length === 0) pending.pop()
    else pending.push(...missing.toReversed())
  }
  return formOf(schema)!

  function formOf(node: Json): string | undefined {
    return isMembers(node) ? known.get(node) : node === false ? 'false' : ''
  }

  /** Sets the form of a schema, or returns the schemas inside it whose forms are needed first. */
  function enter(node: Members): Json[] {
    entered.add(node)
    // For references that lead back to the schema.
    known.set(node, `#${homeOf(node).pointer}`)
    const missing: Json[] = []
    const inside = (part: Json): string => {
      const form = formOf(part)
      if (form === undefined) missing.push(part)
      return form ?? ''
    }
    const parts = conjunctionOf(contract, [node]).flatMap((member) =>
      member === false ? ['false'] : partsOf(member, inside),
    )
    if (missing.length > 0) return missing
    const text = [...new Set(parts)].sort().join('&')
    const number = text === '' ? '' : (numbers.get(text) ?? `${numbers.size + 1}`)
    if (text !== '') numbers.set(text, number)
    known.set(node, number)
    entered.delete(node)
    return missing
  }
}

function partsOf(schema: Members, formOf: (node: Json) => string): string[] {
  const parts = Object.entries(schema)
    .filter(([key]) => !ANNOTATIONS.has(key) && !EDITORIAL.has(key))
    .flatMap(([key, value]) => textsOf(key, value, formOf))
  // Other keywords have the same effect in any branch of allOf.
  const isPlaced = PLACED.some((key) => key in schema)
  return isPlaced ? [`{${parts.sort().join(',')}}`] : parts
}

function textsOf(key: string, value: Json, formOf: (node: Json) => string): string[] {
  if (SCHEMAS.has(key)) return [`${key}:${formOf(value)}`]
  if (MAPS.has(key) && isMembers(value))
    return Object.entries(value)
      .map(([name, inside]) => [name, formOf(inside)] as const)
      .filter(([, form]) => form !== '' || key === 'patternProperties')
      .map(([name, form]) => `${key}:${JSON.stringify(name)}:${form}`)
  if (VARIANTS.has(key) && Array.isArray(value))
    return [`${key}:${value.map(formOf).sort().join('|')}`]
  if (key === 'prefixItems' && Array.isArray(value))
    return [`${key}:${value.map(formOf).join('|')}`]
  if (key === 'const') return [`enum:${canonical(value)}`]
  if (!SETS.has(key)) return [`${key}:${canonical(value)}`]
  const items = (Array.isArray(value) ? value : [value]).map(canonical).sort()
  return key === 'required' ? items.map((item) => `${key}:${item}`) : [`${key}:${items.join(',')}`]
}
