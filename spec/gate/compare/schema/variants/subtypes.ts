import type { References } from '../../../load/contract.ts'
import { homeOf, isMembers, type Json, type Members } from '../../../load/parse.ts'
import { type Conjunction, conjunctionOf, having } from '../conjunction.ts'

export const COMPONENT = '#/components/schemas/'

/**
 * Returns the schemas that a discriminator without `oneOf` or `anyOf` selects, by reference: those
 * of its mapping, and the components that extend its schema with `allOf`. Empty for such a
 * component, which is selected itself.
 */
export function subtypesIn(
  contract: References,
  conjunction: Conjunction,
  mapped: Iterable<string>,
): Map<string, Json> {
  const [owner] = having(conjunction, 'discriminator')
  if (!owner) return new Map()
  const { components, extending, places } = familyOf(contract, owner)
  if (conjunction.some((schema) => schema !== false && places.has(placeOf(schema))))
    return new Map()
  const selected = [...mapped].filter((reference) => components.has(reference))
  return new Map([
    ...extending,
    ...selected.map((reference): [string, Json] => [reference, components.get(reference)!]),
  ])
}

/** The components beside a schema, and those that extend it. */
interface Family {
  readonly components: ReadonlyMap<string, Members>
  readonly extending: ReadonlyMap<string, Members>
  /** Places of the extending components. */
  readonly places: ReadonlySet<string>
}

const known = new WeakMap<References, Map<string, Family>>()

function familyOf(contract: References, owner: Members): Family {
  const families = known.get(contract) ?? new Map<string, Family>()
  known.set(contract, families)
  const place = placeOf(owner)
  const found = families.get(place)
  if (found) return found
  const components = new Map(componentsBeside(owner))
  const extending = new Map(
    [...components].filter(
      ([, schema]) =>
        Array.isArray(schema.allOf) &&
        placeOf(schema) !== place &&
        conjunctionOf(contract, [schema]).some((part) => part && placeOf(part) === place),
    ),
  )
  const places = new Set([...extending.values()].map(placeOf))
  const family = { components, extending, places }
  families.set(place, family)
  return family
}

/** The components of the file of a schema, by reference. */
function componentsBeside(schema: Members): [reference: string, schema: Members][] {
  const { root } = homeOf(schema)
  const components = isMembers(root) && isMembers(root.components) ? root.components.schemas : {}
  return Object.entries(isMembers(components) ? components : {}).flatMap(([name, component]) =>
    isMembers(component) ? [[COMPONENT + name, component] as [string, Members]] : [],
  )
}

function placeOf(schema: Members): string {
  const { file, pointer } = homeOf(schema)
  return `${file}#${pointer}`
}
