import type { References } from '../../../load/contract.ts'
import { isMembers, type Json } from '../../../load/parse.ts'
import { type Conjunction, conjunctionOf, propertiesOf, valuesOf } from '../conjunction.ts'
import { branchesBelow } from './evaluated.ts'

/**
 * Returns the schemas that applied to a field which the conjunction does not declare itself, one list for each part that declares
 * or names the field. A part that only names the field allows any value.
 */
export function undeclaredSchemas(
  contract: References,
  conjunction: Conjunction,
  name: string,
): Json[][] {
  const branches = allBelow(contract, conjunction)
  const declared = branches.flatMap((parts) => propertiesOf(parts).get(name) ?? [])
  const isCovered = ['anyOf', 'oneOf'].some((keyword) =>
    (valuesOf(conjunction, keyword) as Json[][]).some((variants) =>
      variants.every((variant) => propertiesOf(conjunctionOf(contract, [variant])).has(name)),
    ),
  )
  const found = declared.map((schema) => [schema])
  const isOpen =
    (namesField(conjunction, name) && !isCovered) ||
    branches.some((parts) => !propertiesOf(parts).has(name) && namesField(parts, name))
  return isOpen ? [[], ...found] : found
}

/** The variants and the branches of conditions, also those inside of others. */
function allBelow(contract: References, conjunction: Conjunction): Conjunction[] {
  const branches = new Set(branchesBelow(conjunction))
  const found: Conjunction[] = []
  // The loop also visits branches that it adds.
  for (const branch of branches) {
    const parts = conjunctionOf(contract, [branch])
    found.push(parts)
    for (const inside of branchesBelow(parts)) branches.add(inside)
  }
  return found
}

/** Whether the conjunction requires a field of some objects, depends on it, or lists it. */
export function namesField(conjunction: Conjunction, name: string): boolean {
  const values = (keyword: string) => valuesOf(conjunction, keyword)
  const constants = [...values('const'), ...(values('enum').flat() as Json[])]
  const names = [
    ...values('required').flat(),
    ...values('dependentRequired').flatMap((map) => Object.values(map!).flat()),
    ...values('propertyNames').flatMap((schema) =>
      isMembers(schema) ? [schema.const, schema.enum].flat() : [],
    ),
  ]
  const maps = [...values('dependentRequired'), ...values('dependentSchemas'), ...constants]
  return names.includes(name) || maps.some((map) => isMembers(map) && Object.hasOwn(map, name))
}
