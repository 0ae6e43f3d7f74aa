import { isDeepStrictEqual } from 'node:util'
import type { References } from '../../../load/contract.ts'
import { isMembers, type Json, type Members } from '../../../load/parse.ts'
import type { Comparison } from '../comparison.ts'
import {
  type Conjunction,
  conjunctionOf,
  having,
  propertiesOf,
  requiredNames,
  valuesOf,
} from '../conjunction.ts'
import { canonical } from '../normal/reading.ts'
import { changed, type SchemaChange } from '../schema-change.ts'
import { enumOf } from '../values/value-sets.ts'
import { COMPONENT, subtypesIn } from './subtypes.ts'
import { variantPairs } from './variants.ts'

/** A discriminator: selects the variant that generated code uses. */
interface Discriminator {
  readonly property: Json | undefined
  /** References of the variants, by the value that selects each. */
  readonly targets: ReadonlyMap<string, string>
  /** The variants that are references, by target. */
  readonly variants: ReadonlyMap<string, Json>
}

/**
 * Changes of a discriminator, and the variants to compare because one value selects them.
 * `isInherited`: they extend the schema instead of being listed.
 */
export function discriminatorChanges(
  contracts: Pick<Comparison, 'base' | 'head'>,
  base: Conjunction,
  head: Conjunction,
): { changes: SchemaChange[]; pairs: [was: Json, is: Json][]; isInherited: boolean } {
  const isInherited = [base, head].every((side) =>
    ['oneOf', 'anyOf'].every((keyword) => valuesOf(side, keyword).length === 0),
  )
  const before = discriminatorOf(contracts.base, base, isInherited)
  const after = discriminatorOf(contracts.head, head, isInherited)
  if (!before && !after) return { changes: [], pairs: [], isInherited }
  const toChange = (change: SchemaChange['change'], what: string) =>
    changed(change, 'discriminator', base, head, what)
  if (!before || !after) {
    const [side, contract, owner] = after
      ? ([after, contracts.head, head] as const)
      : ([before!, contracts.base, base] as const)
    if (!isInherited && repeatsVariants(contract, side, owner))
      return { changes: [], pairs: [], isInherited }
    const what = `a discriminator ${after ? 'added' : 'removed'}`
    return { changes: [toChange('unclear', what)], pairs: [], isInherited }
  }
  if (before.property !== after.property) {
    const what = `the discriminator ${text(before.property)} became ${text(after.property)}`
    return { changes: [toChange('other', what)], pairs: [], isInherited }
  }
  const [variants, variantsNow] = [before.variants, after.variants]
  const { removed, added } = isInherited
    ? { removed: [], added: [] }
    : variantPairs([...variants.values()], [...variantsNow.values()])
  const isOf = (names: string[], target: string) => names.includes(lastOf(target))
  const changes: SchemaChange[] = []
  const pairs: [Json, Json][] = []
  // A value that is added or removed with its variant is reported with the variant.
  for (const [value, target] of before.targets)
    if (!after.targets.has(value) && !isOf(removed, target))
      changes.push(toChange('value-removed', `the discriminator value ${text(value)} removed`))
  for (const [value, target] of after.targets) {
    const old = before.targets.get(value)
    if (old === undefined && !isOf(added, target))
      changes.push(toChange('value-added', `the discriminator value ${text(value)} added`))
    // Variants of a list with equal references are compared as such.
    if (old === undefined || (old === target && !isInherited)) continue
    const [was, is] = [variants.get(old), variantsNow.get(target)]
    if (was && is) pairs.push([was, is])
    else if (old !== target)
      changes.push(toChange('unclear', `the discriminator value ${text(value)} selects ${target}`))
  }
  return { changes, pairs, isInherited }
}

/**
 * Whether each value selects the variant that requires it as the value of the property. Such a discriminator only repeats the
 * variants.
 */
function repeatsVariants(
  contract: References,
  { property, targets, variants }: Discriminator,
  conjunction: Conjunction,
): boolean {
  const listed = ['oneOf', 'anyOf'].flatMap((keyword) => valuesOf(conjunction, keyword).flat())
  if (listed.length !== variants.size || typeof property !== 'string') return false
  return [...variants].every(([reference, variant]) => {
    const parts = conjunctionOf(contract, [variant])
    const field = conjunctionOf(contract, propertiesOf(parts).get(property) ?? [])
    const selecting = [...targets].filter(([, target]) => target === reference)
    return (
      requiredNames(parts).has(property) &&
      isDeepStrictEqual(enumOf(field), new Set(selecting.map(([value]) => canonical(value))))
    )
  })
}

function discriminatorOf(
  contract: References,
  conjunction: Conjunction,
  isInherited: boolean,
): Discriminator | undefined {
  const [node] = valuesOf(conjunction, 'discriminator')
  if (!isMembers(node)) return undefined
  const mapping = Object.entries(isMembers(node.mapping) ? node.mapping : {})
  const targets = new Map(mapping.map(([value, target]) => [value, referenceOf(target)]))
  const named = new Set(targets.values())
  const variants = isInherited
    ? subtypesIn(contract, conjunction, named)
    : referencesOf(conjunction)
  for (const reference of variants.keys())
    if (!named.has(reference)) targets.set(lastOf(reference), reference)
  return { property: node.propertyName, targets, variants }
}

/** Returns the variants that are references, by target. */
function referencesOf(conjunction: Conjunction): Map<string, Members> {
  const variants = ['oneOf', 'anyOf'].flatMap((keyword) =>
    having(conjunction, keyword).flatMap((schema) => schema[keyword] as Json[]),
  )
  return new Map(
    variants.flatMap((variant) =>
      isMembers(variant) && typeof variant.$ref === 'string' ? [[variant.$ref, variant]] : [],
    ),
  )
}

/** OpenAPI reads a plain name in a mapping as the component with that name. */
function referenceOf(target: Json): string {
  const name = String(target)
  return /^[\w.-]+$/.test(name) && !/\.(json|ya?ml)$/.test(name) ? COMPONENT + name : name
}

function lastOf(reference: string): string {
  return reference.split('/').at(-1)!
}

function text(value: Json | undefined): string {
  return JSON.stringify(value) ?? 'none'
}
