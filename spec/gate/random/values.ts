import { isMembers, type Json, type Members } from '../load/parse.ts'
import type { SeededRandom } from '../../seeded-random.ts'
import { NAMES, SCALARS, type Schemas, TEXTS, TYPES } from './schemas.ts'

const FEW: Json[] = [null, true, 0, 1, 2.5, 'a', 'ab']

/** Small values of each type and shape. */
const SMALL: Json[] = [
  ...SCALARS,
  [],
  {},
  ...SCALARS.flatMap((a): Json[] => [[a], { a }, { b: a }, { k: a }, { x: a }, { ab: a }]),
  ...SCALARS.flatMap((a): Json[] => [{ a: { b: a } }, { a: { a } }, { a: [a] }, [[a]], [{ a }]]),
  ...FEW.flatMap((a) =>
    FEW.flatMap((b): Json[] => [[a, b], { a, b }, { a, c: b }, { a, x: b }, [a, a, b]]),
  ),
]

/** Returns small values, and values that follow the schemas with and without mutations. */
export function valuesFor(random: SeededRandom, ...sides: Schemas[]): Json[] {
  const values = [...SMALL]
  for (const schemas of sides)
    for (let index = 0; index < 250; index++) {
      const value = sample(random, schemas, schemas.R!)
      values.push(value, mutated(random, value))
    }
  return values
}

/** Returns a value that is often valid. */
function sample(random: SeededRandom, schemas: Schemas, schema: Json, depth = 0): Json {
  if (!isMembers(schema) || depth > 6) return random.pick(SCALARS)
  const parts = partsOf(random, schemas, schema)
  if (parts.length > 1) return sample(random, schemas, joined(parts), depth + 1)
  if (random.chance(0.9)) {
    if (schema.const !== undefined) return schema.const
    if (Array.isArray(schema.enum)) return random.pick(schema.enum)
  }
  const inside = (next: Json | undefined) => sample(random, schemas, next ?? true, depth + 1)
  const type = random.pick([schema.type ?? TYPES].flat())
  if (type === 'object') {
    const required = Array.isArray(schema.required) ? schema.required.map(String) : []
    const names = [...required, ...random.some([...NAMES, 'k'], 0.4), ...random.some(['x'], 0.15)]
    const others = schema.additionalProperties || schema.unevaluatedProperties || true
    const declared = isMembers(schema.properties) ? schema.properties : {}
    return Object.fromEntries(names.map((name) => [name, inside(declared[name] ?? others)]))
  }
  if (type === 'array') {
    const listed = Array.isArray(schema.prefixItems) ? schema.prefixItems : []
    const others = schema.items ?? schema.unevaluatedItems
    const isContained = schema.contains !== undefined && random.chance(0.4)
    return Array.from(
      { length: Math.max(Number(schema.minItems ?? 0), random.below(4)) },
      (_, at) => inside(isContained ? schema.contains : (listed[at] ?? others)),
    )
  }
  if (type === 'integer') return random.below(7)
  if (type === 'number') return random.below(13) / 2
  return type === 'string' ? random.pick(TEXTS) : random.pick(SCALARS)
}

/** Returns schemas that together describe some values of a schema. */
function partsOf(random: SeededRandom, schemas: Schemas, schema: Members): Json[] {
  const { allOf, anyOf, oneOf, $ref, if: test, then, else: otherwise, ...rest } = schema
  const one = (list: Json | undefined) => (Array.isArray(list) ? [random.pick(list)] : [])
  const branches = [test, then, otherwise].filter((part) => part !== undefined)
  return [
    rest,
    ...(Array.isArray(allOf) ? allOf : []),
    ...one(anyOf),
    ...one(oneOf),
    ...(typeof $ref === 'string' ? [schemas[$ref.split('/').at(-1)!]!] : []),
    ...random.some(branches),
  ]
}

/** Returns one schema in place of several; of two values of a keyword the last one counts. */
function joined(parts: readonly Json[]): Members {
  const all: Members = {}
  for (const part of parts)
    for (const [keyword, value] of isMembers(part) ? Object.entries(part) : []) {
      const before = all[keyword]
      if (keyword === 'properties' && isMembers(before) && isMembers(value))
        all.properties = { ...before, ...value }
      else if ((keyword === 'required' || keyword === 'allOf') && Array.isArray(before))
        all[keyword] = [...before, value].flat()
      else all[keyword] = value
    }
  return all
}

function mutated(random: SeededRandom, value: Json): Json {
  if (Array.isArray(value)) {
    if (value.length === 0 || random.chance(0.3)) return [...value, random.pick(SCALARS)]
    return random.chance(0.5) ? value.slice(1) : value.with(0, mutated(random, value[0]!))
  }
  if (!isMembers(value)) return random.pick(SCALARS)
  const [name = 'a', inside = null] = random.pick([...Object.entries(value), []])
  const { [name]: _, ...others } = value
  return random.pick<Json>([
    others,
    { ...value, [name]: mutated(random, inside) },
    { ...value, [random.pick([...NAMES, 'x', 'ab'])]: random.pick(SCALARS) },
  ])
}
