import type { References } from '../../load/contract.ts'
import { atHomeOf, isMembers, type Json, type Members } from '../../load/parse.ts'
import { normalForm } from './normal/normal-form.ts'
import { typeSetOf } from './normal/type-sets.ts'

/**
 * A conjunction: a schema, its reference target and the members of its `allOf`, as a flat list.
 * `false` remains `false`.
 */
export type Conjunction = readonly (Members | false)[]

/**
 * A keyword has the same effect directly, behind a reference or in a branch of `allOf`, so the comparison ignores the
 * place.
 */
export function conjunctionOf(contract: References, schemas: readonly Json[]): Conjunction {
  const found = new Set<Members | false>()
  const visited = new Set<Json>()
  const visit = (node: Json): void => {
    if (node === false) found.add(false)
    if (!isMembers(node) || visited.has(node)) return
    visited.add(node)
    // A reference alone adds nothing, and without it all uses of the target are one pair of the comparison.
    if (typeof node.$ref === 'string' && Object.keys(node).length === 1)
      return visit(contract.target(node, node.$ref))
    const schema = normalForm(withTargets(contract, node))
    found.add(schema)
    if (typeof node.$ref === 'string') visit(contract.target(node, node.$ref))
    for (const branch of Array.isArray(schema.allOf) ? schema.allOf : []) visit(branch)
  }
  for (const schema of schemas) visit(schema)
  // Dependencies of a required field always apply to objects. They may require more names.
  let size
  do {
    size = found.size
    const required = requiredNames([...found])
    const present = presentNames([...found])
    for (const schemasOfName of valuesOf([...found], 'dependentSchemas') as Members[])
      for (const name of present)
        if (Object.hasOwn(schemasOfName, name)) visit(schemasOfName[name]!)
    for (const schema of having([...found], 'dependentRequired'))
      for (const name of required) visit(demandOf(schema, name))
  } while (found.size > size)
  return [...found]
}

const settled = new WeakMap<References, WeakMap<Members, Members>>()

/** Returns the schema with targets in place of references where the normal form looks at the target. */
function withTargets(contract: References, schema: Members): Members {
  const all = settled.get(contract) ?? new WeakMap<Members, Members>()
  settled.set(contract, all)
  const known = all.get(schema)
  if (known) return known
  const targets: Members = {}
  for (const keyword of ['if', 'not']) {
    const test = schema[keyword] === undefined ? undefined : targetOf(contract, schema[keyword])
    if (test !== schema[keyword]) targets[keyword] = test!
  }
  for (const keyword of ['anyOf', 'oneOf']) {
    const variants = schema[keyword]
    if (!Array.isArray(variants)) continue
    const some = variants.map((variant) => targetOf(contract, variant))
    const isOther = some.some((variant, index) => variant !== variants[index])
    if (isOther && typeSetOf({ [keyword]: some })) targets[keyword] = some
  }
  const copy =
    Object.keys(targets).length === 0 ? schema : atHomeOf(schema, { ...schema, ...targets })
  all.set(schema, copy)
  return copy
}

/** Returns the target of a reference without other members; any other schema as it is. */
function targetOf(contract: References, schema: Json): Json {
  if (!isMembers(schema) || typeof schema.$ref !== 'string' || Object.keys(schema).length > 1)
    return schema
  return contract.target(schema, schema.$ref)
}

const demands = new WeakMap<Members, Map<string, Json>>()

/** Returns the fields that objects with a given field require, as a schema; always the same object. */
function demandOf(schema: Members, name: string): Json {
  const names = schema.dependentRequired as Members
  if (!Object.hasOwn(names, name)) return true
  const known = demands.get(schema) ?? new Map<string, Json>()
  demands.set(schema, known)
  const demand = known.get(name) ?? atHomeOf(schema, { required: names[name]! })
  known.set(name, demand)
  return demand
}

export function requiredNames(conjunction: Conjunction): Set<string> {
  return new Set(valuesOf(conjunction, 'required').flat().map(String))
}

/** Returns the fields that every valid value has; none if values need not be objects. */
export function presentNames(conjunction: Conjunction): Set<string> {
  const areObjects = valuesOf(conjunction, 'type').some((type) => String(type) === 'object')
  return areObjects ? requiredNames(conjunction) : new Set()
}

/** Returns the members with a keyword. */
export function having(conjunction: Conjunction, keyword: string): Members[] {
  return conjunction.filter(
    (schema): schema is Members => schema !== false && Object.hasOwn(schema, keyword),
  )
}

export function valuesOf(conjunction: Conjunction, keyword: string): Json[] {
  return having(conjunction, keyword).map((schema) => schema[keyword]!)
}

/** Returns all schemas of each property in the conjunction. */
export function propertiesOf(conjunction: Conjunction): Map<string, Json[]> {
  const found = new Map<string, Json[]>()
  for (const properties of valuesOf(conjunction, 'properties') as Members[]) {
    for (const [name, schema] of Object.entries(properties))
      found.set(name, [...(found.get(name) ?? []), schema])
  }
  return found
}
