import { isMembers, type Json, type Members } from '../load/parse.ts'
import type { SeededRandom } from '../../seeded-random.ts'
import { NAMES, type RandomSchemas, REFERENCE, SCALARS, type Schemas, TYPES } from './schemas.ts'

const LISTS = ['oneOf', 'anyOf', 'allOf']
const IN_LISTS = [...LISTS, 'prefixItems']
const IN_MAPS = ['properties', 'patternProperties', 'dependentSchemas']
const ALONE = [
  'items',
  'contains',
  'additionalProperties',
  'unevaluatedProperties',
  'unevaluatedItems',
  'propertyNames',
  'not',
  'if',
  'then',
  'else',
]

type Place = [parent: Members | Json[], key: string | number]

/** Edits one schema of those that the body uses, in place. */
export function edit(random: SeededRandom, drawn: RandomSchemas, schemas: Schemas): void {
  const [parent, key] = random.pick(placesIn(schemas, usedIn(schemas)))
  const [holder, part] = [parent as Record<string | number, Json>, (parent as Members)[key]!]
  const choices: (() => Json)[] = [
    () => drawn.schema(1),
    () => ({ [random.pick(LISTS)]: [part] }),
    () => ({ [random.pick(LISTS)]: [part, drawn.schema(0)] }),
    () => ({ not: { not: part } }),
    ...(isMembers(part) ? editsOf(random, drawn, schemas, part) : []),
  ]
  holder[key] = structuredClone(random.pick(choices)())
}

function editsOf(
  random: SeededRandom,
  drawn: RandomSchemas,
  schemas: Schemas,
  part: Members,
): (() => Json)[] {
  const types = part.type === undefined ? [random.pick(TYPES)] : [part.type].flat()
  const keywords = Object.entries(drawn.keywords(String(types[0]), 1))
  const restrict = (): Json => {
    const [keyword, draw] = random.pick(keywords)
    return { ...part, [keyword]: draw() }
  }
  const without = (...names: string[]): Members =>
    Object.fromEntries(Object.entries(part).filter(([name]) => !names.includes(name)))
  const move = (): Json => {
    const name = random.pick(Object.keys(part))
    const before = Array.isArray(part.allOf) ? part.allOf : []
    return name === 'allOf'
      ? part
      : { ...without(name), allOf: [...before, { [name]: part[name]! }] }
  }
  const refer = (): Json => {
    schemas.N = part
    return { $ref: `${REFERENCE}N` }
  }
  const hasKeywords = Object.keys(part).length > 0
  return [
    ...(keywords.length > 0 ? [restrict, restrict, restrict] : []),
    ...(hasKeywords ? [() => without(random.pick(Object.keys(part))), move] : []),
    () => ({ ...part, type: [...new Set([...types, random.pick(TYPES)])] }),
    () => ({ ...part, type: [...new Set([...types, 'null'])] }),
    () => ({ ...part, type: types.length > 1 ? types.slice(1) : types }),
    () => ({ ...part, required: random.some(NAMES) }),
    () => ({ allOf: Object.entries(part).map(([name, value]) => ({ [name]: value })) }),
    refer,
    () => ({ ...part, not: drawn.schema(0) }),
    // oxlint-disable-next-line unicorn/no-thenable -- a keyword of JSON Schema
    () => ({ ...part, if: drawn.schema(0), then: drawn.schema(0) }),
    ...Object.entries(part).flatMap(([name, value]) =>
      keywordEdits(random, drawn, part, name, value, without),
    ),
  ]
}

/** Edits of the value of one keyword. */
function keywordEdits(
  random: SeededRandom,
  drawn: RandomSchemas,
  part: Members,
  name: string,
  value: Json,
  without: (...names: string[]) => Members,
): (() => Json)[] {
  const set = (next: Json) => () => ({ ...part, [name]: next })
  if (typeof value === 'number')
    return [set(value + 1), set(Math.max(name === 'multipleOf' ? 1 : 0, value - 1))]
  if (name === 'enum' && Array.isArray(value))
    return [
      set([...new Set([...value, random.pick(SCALARS)])]),
      ...(value.length > 1 ? [set(value.slice(1))] : []),
      () => ({ ...without('enum', 'anyOf'), anyOf: value.map((one) => ({ const: one })) }),
    ]
  if (name === 'properties' && isMembers(value)) {
    const added = random.pick([...NAMES, 'x'])
    const required = Array.isArray(part.required) ? part.required : []
    return [
      set({ ...value, [added]: drawn.schema(1) }),
      set(Object.fromEntries(Object.entries(value).slice(1))),
      () => ({
        ...part,
        properties: { [added]: drawn.schema(0), ...value },
        required: [...new Set([...required, added])],
      }),
    ]
  }
  if (!IN_LISTS.includes(name) || !Array.isArray(value)) return []
  return [
    set([...value, drawn.schema(0)]),
    ...(value.length > 1 ? [set(value.slice(1))] : []),
    set(value.toReversed()),
    ...(name === 'oneOf' ? [() => ({ ...without('oneOf', 'anyOf'), anyOf: value })] : []),
    ...(name === 'anyOf' ? [() => ({ ...without('oneOf', 'anyOf'), oneOf: value })] : []),
  ]
}

/** The names of the schemas that the body refers to, also through others. */
function usedIn(schemas: Schemas): string[] {
  const used = new Set(['R'])
  for (const name of used)
    for (const [, other] of JSON.stringify(schemas[name]).matchAll(/schemas\/(\w)"/g))
      used.add(other!)
  return [...used]
}

function placesIn(schemas: Schemas, names: readonly string[]): Place[] {
  const found: Place[] = []
  const visit = (parent: Members | Json[], key: string | number): void => {
    found.push([parent, key])
    const schema = (parent as Members)[key]
    if (!isMembers(schema)) return
    for (const keyword of ALONE) if (keyword in schema) visit(schema, keyword)
    for (const [keyword, inside] of Object.entries(schema)) {
      if (IN_LISTS.includes(keyword) && Array.isArray(inside))
        for (const index of inside.keys()) visit(inside, index)
      if (IN_MAPS.includes(keyword) && isMembers(inside))
        for (const name of Object.keys(inside)) visit(inside, name)
    }
  }
  for (const name of names) visit(schemas, name)
  return found
}
