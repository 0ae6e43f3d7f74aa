import type { References } from '../../../load/contract.ts'
import type { Json, Members } from '../../../load/parse.ts'
import type { Comparison } from '../comparison.ts'
import { type Conjunction, conjunctionOf, propertiesOf } from '../conjunction.ts'
import { namesField } from './undeclared.ts'

type Branches = readonly Json[]

/**
 * Adds fields of the whole schema to the branches of a variant or condition, where the branches of one side lack them: the other
 * branches only restrict such fields, and do not add or remove them.
 */
export function withOuterFields(
  { base: contract, head: contractNow }: Comparison,
  wholes: readonly [base: Conjunction, head: Conjunction],
  branches: readonly [was: Branches, is: Branches],
): [Json[], Json[]] {
  const had = namesIn(contract, branches[0])
  const has = namesIn(contractNow, branches[1])
  const names = [
    ...[...has.difference(had)].filter((name) => isKnown(wholes[0], name)),
    ...[...had.difference(has)].filter((name) => isKnown(wholes[1], name)),
  ]
  const outer = (whole: Conjunction) => names.flatMap((name) => declarations(whole, name))
  return [
    [...branches[0], ...outer(wholes[0])],
    [...branches[1], ...outer(wholes[1])],
  ]
}

function namesIn(contract: References, branches: Branches): Set<string> {
  return new Set(propertiesOf(conjunctionOf(contract, branches)).keys())
}

function isKnown(whole: Conjunction, name: string): boolean {
  return propertiesOf(whole).has(name) || namesField(whole, name)
}

/** The same objects at each call: they identify pairs of schemas, and schemas may lead to themselves. */
const made = new WeakMap<object, Map<string, Members>>()
const bare = { true: {}, false: {} }

/** The schemas of a field, each as a schema with this field only. */
function declarations(whole: Conjunction, name: string): Members[] {
  if (!isKnown(whole, name)) return []
  return (propertiesOf(whole).get(name) ?? [true]).map((schema) => {
    const key = schema === null || typeof schema !== 'object' ? bare[`${schema !== false}`] : schema
    const known = made.get(key) ?? new Map<string, Members>()
    made.set(key, known)
    const declaration = known.get(name) ?? { properties: { [name]: schema } }
    known.set(name, declaration)
    return declaration
  })
}
