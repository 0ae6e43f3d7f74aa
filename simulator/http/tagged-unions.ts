import type { JsonSchema } from '../../spec/contract.ts'

type Schema = Exclude<JsonSchema, boolean>
type Document = object & { components?: { schemas?: object } }

/**
 * Adds discriminators to tagged unions: if each branch of a `oneOf` has the same required member with a constant of
 * its own, the validator checks only the branch that the tag names. So errors of other branches are not reported, and
 * nested unions cost no more than their size. The contract has no `discriminator`: without a `mapping` the type
 * generator misreads it, and the validator refuses one with it.
 */
export function withTags(document: Document): object {
  const { components } = document
  return {
    ...document,
    components: { ...components, schemas: walked(components?.schemas ?? {}, document) },
  }
}

function walked(node: unknown, document: object): unknown {
  if (Array.isArray(node)) return node.map((item) => walked(item, document))
  if (typeof node !== 'object' || node === null) return node
  const copy = Object.fromEntries(
    Object.entries(node).map(([key, value]) => [key, walked(value, document)]),
  )
  const { oneOf } = node as { oneOf?: unknown }
  const known = Array.isArray(oneOf)
    ? tagOf(oneOf.map((branch) => target(branch as JsonSchema, document)))
    : undefined
  if (!known) return copy
  // `discriminator` does not report values that are not objects, and the `oneOf` beside it reports
  // nothing.
  return {
    ...copy,
    type: 'object',
    discriminator: { propertyName: known.name },
    'x-tags': known.values,
  }
}

/** Returns the member whose constant differs between all branches. */
function tagOf(branches: (Schema | undefined)[]): { name: string; values: string[] } | undefined {
  for (const name of Object.keys(branches[0]?.properties ?? {})) {
    const values = branches.map((branch) => constantOf(branch, name))
    if (values.every((value) => value !== undefined) && new Set(values).size === values.length)
      return { name, values }
  }
  return undefined
}

function constantOf(branch: Schema | undefined, name: string): string | undefined {
  const { type, required, properties } = (branch ?? {}) as {
    type?: string
    required?: string[]
    properties?: Record<string, { const?: unknown }>
  }
  const constant = properties?.[name]?.const
  return type === 'object' && required?.includes(name) && typeof constant === 'string'
    ? constant
    : undefined
}

/** Returns a branch with its reference resolved. */
function target(branch: JsonSchema, document: object): Schema | undefined {
  if (typeof branch !== 'object') return undefined
  const { $ref } = branch as { $ref?: string }
  if (!$ref?.startsWith('#/')) return branch
  let found: unknown = document
  for (const part of $ref.slice(2).split('/'))
    found = (found as Record<string, unknown> | undefined)?.[part]
  return typeof found === 'object' && found !== null ? (found as Schema) : undefined
}
