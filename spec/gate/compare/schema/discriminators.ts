import { isMembers, type Json, type Members } from '../../load/parse.ts'
import { type Conjunction, having, valuesOf } from './conjunction.ts'
import { changed, type SchemaChange } from './schema-change.ts'
import { variantPairs } from './variants.ts'

/** A discriminator: selects the variant that generated code uses. */
interface Discriminator {
  readonly property: Json | undefined
  /** References of the variants, by the value that selects each. */
  readonly targets: ReadonlyMap<string, string>
}

const COMPONENT = '#/components/schemas/'

/** Changes of a discriminator, and the variants to compare because one value selects them. */
export function discriminatorChanges(
  base: Conjunction,
  head: Conjunction,
): { changes: SchemaChange[]; pairs: [was: Json, is: Json][] } {
  const [before, after] = [discriminatorOf(base), discriminatorOf(head)]
  if (!before && !after) return { changes: [], pairs: [] }
  const toChange = (change: SchemaChange['change'], what: string) =>
    changed(change, 'discriminator', base, head, what)
  if (!before || !after) {
    const what = `a discriminator ${after ? 'added' : 'removed'}`
    return { changes: [toChange('unclear', what)], pairs: [] }
  }
  if (before.property !== after.property) {
    const what = `the discriminator ${text(before.property)} became ${text(after.property)}`
    return { changes: [toChange('other', what)], pairs: [] }
  }
  const [variants, variantsNow] = [referencesOf(base), referencesOf(head)]
  const { removed, added } = variantPairs([...variants.values()], [...variantsNow.values()])
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
    if (old === undefined || old === target) continue
    const [was, is] = [variants.get(old), variantsNow.get(target)]
    if (was && is) pairs.push([was, is])
    else
      changes.push(toChange('unclear', `the discriminator value ${text(value)} selects ${target}`))
  }
  return { changes, pairs }
}

function discriminatorOf(conjunction: Conjunction): Discriminator | undefined {
  const [node] = valuesOf(conjunction, 'discriminator')
  if (!isMembers(node)) return undefined
  const mapping = Object.entries(isMembers(node.mapping) ? node.mapping : {})
  const targets = new Map(mapping.map(([value, target]) => [value, referenceOf(target)]))
  const named = new Set(targets.values())
  for (const reference of referencesOf(conjunction).keys())
    if (!named.has(reference)) targets.set(lastOf(reference), reference)
  return { property: node.propertyName, targets }
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
