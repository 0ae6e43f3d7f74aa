import { isDeepStrictEqual } from 'node:util'
import { atHomeOf, homeOf, isMembers, type Json, type Members } from '../../../load/parse.ts'
import { anyNames } from './any-names.ts'
import { bounded, counted, listedItems } from './arrays.ts'
import { APPLICATORS, noteLeftOut, unevaluated } from './evaluation.ts'
import {
  anyOfAlone,
  canonical,
  requiredAlone,
  saysAlone,
  typeList,
  typesAlone,
  typesWith,
  unwrapped,
} from './reading.ts'
import { isAnything, schemaOf, typeSetOf } from './type-sets.ts'

const CLOSING = ['additionalProperties', 'unevaluatedProperties', 'items', 'unevaluatedItems']

const known = new WeakMap<object, Members>()

/**
 * Returns an equivalent schema in the normal form of the comparison, or the schema itself if it has that form.
 * `value-sets.ts` derives types from lists of values.
 */
export function normalForm(schema: Members): Members {
  const found = known.get(schema)
  if (found) return found
  const copy = atHomeOf(schema, { ...schema })
  for (const rewrite of REWRITES) rewrite(copy)
  for (const part of Array.isArray(copy.allOf) ? copy.allOf : [])
    if (isMembers(part) && homeOf(part).file === '') atHomeOf(schema, part)
  const keys = Object.keys(copy)
  const isSame =
    keys.length === Object.keys(schema).length && keys.every((key) => copy[key] === schema[key])
  const form = isSame ? schema : copy
  known.set(schema, form)
  return form
}

const REWRITES: readonly ((schema: Members) => void)[] = [
  anyType,
  refusals,
  condition,
  dependencies,
  chains,
  variants,
  negation,
  values,
  counted,
  bounded,
  unevaluated,
  listedItems,
  noFields,
  anyNames,
]

/** An object without fields is closed. */
function noFields(schema: Members): void {
  const declares = ['properties', 'patternProperties', ...APPLICATORS].some((key) => key in schema)
  if (schema.maxProperties === 0 && !declares) schema.additionalProperties = false
}

const TYPES = ['string', 'number', 'boolean', 'object', 'array', 'null']

/** Removes a list of all types. */
function anyType(schema: Members): void {
  const types = typeList(schema.type)
  if (TYPES.every((type) => types.includes(type))) delete schema.type
}

/** Writes a refusal of further fields or items as `false`. */
function refusals(schema: Members): void {
  for (const key of CLOSING) {
    const inside = schema[key]
    if (isMembers(inside) && saysAlone(inside, 'not') && isAnything(inside.not!))
      schema[key] = false
  }
}

function condition(schema: Members): void {
  if (!('if' in schema)) return
  const { if: test, then, else: otherwise } = schema
  const drop = () => {
    noteLeftOut(schema, test)
    for (const key of ['if', 'then', 'else']) delete schema[key]
  }
  const negated = isMembers(test!) && saysAlone(test, 'not') ? test.not! : undefined
  if (isAnything(then ?? true) && isAnything(otherwise ?? true)) {
    for (const part of [then, otherwise]) noteLeftOut(schema, part)
    drop()
  } else if (negated !== undefined) {
    drop()
    const swapped: [string, Json | undefined][] = [
      ['if', negated],
      ['then', otherwise],
      ['else', then],
    ]
    for (const [key, value] of swapped) if (value !== undefined) schema[key] = value
    condition(schema)
  } else if (isAnything(test!)) {
    drop()
    if (then !== undefined) conjoin(schema, then)
  } else if (test === false) {
    drop()
    if (otherwise !== undefined) conjoin(schema, otherwise)
  } else {
    const [names, demanded] = [requiredAlone(test!), requiredAlone(then ?? true)]
    if (names?.length !== 1 || !demanded) return
    if (isAnything(otherwise ?? true)) drop()
    else delete schema.then
    depend(schema, String(names[0]), demanded)
  }
}

/** Converts `dependentSchemas` that only require fields. */
function dependencies(schema: Members): void {
  if (!isMembers(schema.dependentSchemas)) return
  const entries = Object.entries(schema.dependentSchemas)
  const left = entries.filter(([, inside]) => !requiredAlone(inside))
  if (left.length === entries.length) return
  for (const [name, inside] of entries) {
    const demanded = requiredAlone(inside)
    if (demanded) depend(schema, name, demanded)
  }
  if (left.length > 0) schema.dependentSchemas = Object.fromEntries(left)
  else delete schema.dependentSchemas
}

/** Adds the fields that a field requires through others. */
function chains(schema: Members): void {
  const { dependentRequired: written } = schema
  if (!isMembers(written)) return
  const namesOf = (name: Json) =>
    Object.hasOwn(written, String(name)) ? [written[String(name)]!].flat() : []
  for (const name of Object.keys(written)) {
    const names = new Set(namesOf(name))
    // A set also visits the names that are added meanwhile.
    for (const next of names) for (const further of namesOf(next)) names.add(further)
    if (names.size > namesOf(name).length) depend(schema, name, [...names])
  }
}

function variants(schema: Members): void {
  if ('discriminator' in schema || 'x-open-variants' in schema) return
  for (const keyword of ['anyOf', 'oneOf']) {
    const written = schema[keyword]
    if (!Array.isArray(written)) continue
    const isNested = keyword === 'anyOf' && written.some(anyOfAlone)
    const all = isNested ? written.flatMap((variant) => anyOfAlone(variant) ?? [variant]) : written
    if (isNested) schema[keyword] = all
    const listed = namedValues(all)
    if (listed) {
      delete schema[keyword]
      conjoin(schema, { enum: listed })
      continue
    }
    const types = typeSetOf({ [keyword]: all })
    if (types) {
      delete schema[keyword]
      restrict(schema, schemaOf(types))
      continue
    }
    const isAny = keyword === 'anyOf'
    const possible = joined(keyword, all).filter((variant) => variant !== false)
    const some = isAny ? withoutCovered(possible) : possible
    const isFree = isAny && some.some(isAnything)
    if (isFree || some.length < possible.length) noteLeftOut(schema, possible)
    if (isFree) delete schema[keyword]
    else if (some.length > 0 && some.length < all.length) schema[keyword] = some
  }
}

/** Adds a type. */
function restrict(schema: Members, part: Json): void {
  if (part === true) return
  if (isMembers(part) && schema.type === undefined) Object.assign(schema, part)
  else conjoin(schema, part)
}

/** Returns the values of variants that are one value each, as in a list of values with titles; null for other variants. */
function namedValues(variants: Json[]): Json[] | null {
  const values = variants.map((variant) =>
    typesAlone(variant)?.join() === 'null' ? [null] : listedBy(variant),
  )
  if (values.every((list) => list === null || list[0] === null)) return null
  if (!values.every((list) => list?.length === 1)) return null
  const all = values.flatMap((list) => list ?? [])
  return new Set(all.map(canonical)).size === all.length ? all : null
}

/** Returns the values of a variant that is a value or a list of them; null for any other variant. */
function listedBy(written: Json): Json[] | null {
  const variant = unwrapped(written)
  if (!isMembers(variant)) return null
  const { type, const: value, enum: list, ...others } = variant
  if (!isAnything(others) || (value === undefined) === !Array.isArray(list)) return null
  const values = value === undefined ? (list as Json[]) : [value]
  const isOfType = (each: Json) => typesWith(each).some((name) => typeList(type).includes(name))
  return type === undefined ? values : values.filter(isOfType)
}

/** Joins the variants that are lists of values, unless a `oneOf` refuses a value that two of them have. */
function joined(keyword: string, variants: Json[]): Json[] {
  const lists = variants.filter((variant) => listedBy(variant))
  if (lists.length < 2) return variants
  const values = lists.flatMap((variant) => listedBy(variant)!)
  const distinct = [...new Map(values.map((value) => [canonical(value), value])).values()]
  if (keyword === 'oneOf' && distinct.length < values.length) return variants
  const types = lists.map((variant) => isMembers(variant) && variant.type)
  const isOfOneType = typeof types[0] === 'string' && types.every((type) => type === types[0])
  const list: Members = { ...(isOfOneType && { type: types[0] as string }), enum: distinct }
  return variants.flatMap((variant) => {
    if (variant === lists[0]) return [atHomeOf(lists[0] as Members, list)]
    return lists.includes(variant) ? [] : [variant]
  })
}

/** Removes variants of `anyOf` that another variant includes: duplicates, and those of a type that is allowed anyway. */
function withoutCovered(all: Json[]): Json[] {
  const free = new Set(all.flatMap((variant) => typesAlone(variant) ?? []))
  const kept: Json[] = []
  for (const variant of all) {
    const types = isMembers(variant) && !typesAlone(variant) ? typeList(variant.type) : []
    const isCovered = types.length > 0 && types.every((type) => free.has(type))
    if (!isCovered && !kept.some((other) => isDeepStrictEqual(other, variant))) kept.push(variant)
  }
  return kept
}

/** Removes a double `not`, one of types, and one of a required field. */
function negation(schema: Members): void {
  if (schema.not === undefined) return
  const inside = withoutIdleFields(schema.not, typeList(schema.type).join() === 'object')
  schema.not = inside
  const absent = typeList(schema.type).join() === 'object' ? requiredAlone(inside) : null
  if (absent?.length === 1) {
    delete schema.not
    return conjoin(schema, { properties: { [String(absent[0])]: false } })
  }
  const types = typeSetOf({ not: inside })
  const isDouble = isMembers(inside) && saysAlone(inside, 'not')
  if (!types && !isDouble) return
  delete schema.not
  if (types) restrict(schema, schemaOf(types))
  else if (isDouble) {
    // A negation evaluates nothing, and its content does.
    noteLeftOut(schema, inside.not)
    conjoin(schema, inside.not!)
  }
}

/** Without fields that may have any value, and without a type that the whole schema has. */
function withoutIdleFields(inside: Json, isObject: boolean): Json {
  if (!isMembers(inside) || !isMembers(inside.properties) || CLOSING.some((key) => key in inside))
    return inside
  const { properties, type, ...others } = inside
  const isIdle = Object.values(properties).every(isAnything)
  const isRepeated = isObject && type === 'object'
  return isIdle
    ? atHomeOf(inside, { ...others, ...(type !== undefined && !isRepeated && { type }) })
    : inside
}

/** Replaces a list of all values of a type by the type. */
function values(schema: Members): void {
  const list = 'const' in schema ? [schema.const!] : schema.enum
  if (!Array.isArray(list) || list.length === 0 || ('const' in schema && 'enum' in schema)) return
  const bare = list.every((value) => value === null || typeof value === 'boolean')
  if (!bare || list.includes(true) !== list.includes(false)) return
  const types = [
    ...(list.includes(true) ? ['boolean'] : []),
    ...(list.includes(null) ? ['null'] : []),
  ]
  delete schema.const
  delete schema.enum
  if (schema.type === undefined) schema.type = types
  else conjoin(schema, { type: types })
}

function conjoin(schema: Members, part: Json): void {
  schema.allOf = [...(Array.isArray(schema.allOf) ? schema.allOf : []), part]
}

function depend(schema: Members, name: string, demanded: Json[]): void {
  const before = isMembers(schema.dependentRequired) ? schema.dependentRequired : {}
  const names = Array.isArray(before[name]) ? before[name] : []
  schema.dependentRequired = { ...before, [name]: [...new Set([...names, ...demanded])] }
}
