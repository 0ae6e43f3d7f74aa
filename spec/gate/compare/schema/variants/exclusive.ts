import type { References } from '../../../load/contract.ts'
import type { Json } from '../../../load/parse.ts'
import { allowsField, type ClosedFields, closedFields } from '../fields/closed.ts'
import { type Conjunction, conjunctionOf, propertiesOf, requiredNames } from '../conjunction.ts'
import { enumOf, typesOf } from '../values/value-sets.ts'

/**
 * Whether no value matches two of the schemas: their types or lists of values are disjoint, or
 * objects of one have a field that the other refuses.
 */
export function areExclusive(contract: References, schemas: readonly Json[]): boolean {
  const variants = schemas.map((schema) => new Variant(contract, [schema]))
  return variants.every((one, index) =>
    variants.slice(index + 1).every((other) => excludeEachOther(one, other)),
  )
}

/**
 * Whether no value that both sides allow matches a schema. To refuse or restrict such values then has no effect
 * beyond that of the other changes.
 */
export function isUnmet(
  contract: References,
  sides: readonly Conjunction[],
  schema: Json,
): boolean {
  return sides.some((side) => new Variant(contract, [...side, schema]).isEmpty())
}

class Variant {
  readonly types: ReadonlySet<string> | null
  readonly values: ReadonlySet<string> | null
  readonly required: ReadonlySet<string>
  readonly closed: readonly ClosedFields[]
  readonly #contract: References
  readonly #properties: ReadonlyMap<string, Json[]>
  readonly #known = new Map<string, ReadonlySet<string> | null>()

  constructor(contract: References, schemas: readonly Json[]) {
    const conjunction: Conjunction = conjunctionOf(contract, schemas)
    this.types = typesOf(conjunction)
    this.values = enumOf(conjunction)
    this.required = requiredNames(conjunction)
    this.closed = closedFields(contract, conjunction)
    this.#contract = contract
    this.#properties = propertiesOf(conjunction)
  }

  /** Whether no value is valid. */
  isEmpty(): boolean {
    if (this.types?.size === 0 || this.values?.size === 0) return true
    const areObjects = this.types?.size === 1 && this.types.has('object')
    return (
      areObjects &&
      [...this.required].some(
        (name) => !allowsField(this.closed, name) || this.valuesOf(name)?.size === 0,
      )
    )
  }

  /** The values that a field may have; null if any. */
  valuesOf(name: string): ReadonlySet<string> | null {
    const known = this.#known.get(name)
    if (known !== undefined) return known
    const values = enumOf(conjunctionOf(this.#contract, this.#properties.get(name) ?? []))
    this.#known.set(name, values)
    return values
  }
}

function excludeEachOther(one: Variant, other: Variant): boolean {
  if (areDisjoint(one.types, other.types) || areDisjoint(one.values, other.values)) return true
  // Fields distinguish objects only: a string would match both.
  if (![one, other].some(({ types }) => types?.size === 1 && types.has('object'))) return false
  return (
    [...one.required].some((name) => !allowsField(other.closed, name)) ||
    [...other.required].some((name) => !allowsField(one.closed, name)) ||
    [...one.required.union(other.required)].some((name) =>
      areDisjoint(one.valuesOf(name), other.valuesOf(name)),
    )
  )
}

function areDisjoint(one: ReadonlySet<string> | null, other: ReadonlySet<string> | null): boolean {
  return one !== null && other !== null && one.isDisjointFrom(other)
}
