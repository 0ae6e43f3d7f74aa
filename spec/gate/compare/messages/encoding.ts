import { isDeepStrictEqual } from 'node:util'
import type { Contract } from '../../load/contract.ts'
import type { Json, Members } from '../../load/parse.ts'
import type { Relation } from '../schema/values/assertions.ts'
import { typesOf } from '../schema/values/value-sets.ts'
import { conjunctionOf, propertiesOf, valuesOf } from '../schema/conjunction.ts'
import { covers } from './media-types.ts'

/** How a field of a form is written, with the defaults of OpenAPI. */
interface Encoding {
  /** Media types that the part may have; undefined where the default depends on a type that is not said. */
  readonly types: readonly string[] | undefined
  readonly writing: string
}

/** Members of an encoding that are compared here. */
export const ENCODING: ReadonlySet<string> = new Set([
  'contentType',
  'headers',
  'style',
  'explode',
  'allowReserved',
])

export function encodingOf(
  contract: Contract,
  schema: Json | undefined,
  name: string,
  { contentType, style, explode, allowReserved }: Members,
): Encoding {
  const fields = propertiesOf(conjunctionOf(contract, schema === undefined ? [] : [schema]))
  const types =
    typeof contentType === 'string'
      ? contentType.split(',').map((type) => type.trim().toLowerCase())
      : defaultTypes(contract, fields.get(name) ?? [])
  const shape = style ?? 'form'
  const isExploded = explode ?? shape === 'form'
  const reserved = allowReserved === true ? ', reserved characters as they are' : ''
  return { types, writing: `style ${String(shape)}, explode ${String(isExploded)}${reserved}` }
}

/** Undefined: nothing changed. */
export function encodingChange(before: Encoding, after: Encoding): Relation | undefined {
  if (before.writing !== after.writing) return 'other'
  const [was, is] = [before.types, after.types]
  if (isDeepStrictEqual(was, is)) return undefined
  if (!was || !is) return 'unclear'
  const holds = (outer: readonly string[], inner: readonly string[]) =>
    inner.every((type) => outer.some((range) => covers(range, type)))
  const [keeps, adds] = [holds(is, was), !holds(was, is)]
  if (keeps) return adds ? 'wider' : undefined
  return adds ? 'other' : 'narrower'
}

export function textOf({ types, writing }: Encoding): string {
  return `${types?.join(', ') ?? 'the type of its schema'} (${writing})`
}

function defaultTypes(contract: Contract, schemas: readonly Json[]): string[] | undefined {
  const conjunction = conjunctionOf(contract, schemas)
  const types = typesOf(conjunction)
  if (types?.size !== 1 && !(types?.size === 2 && types.has('number'))) return undefined
  if (types.has('object')) return ['application/json']
  if (types.has('array')) return defaultTypes(contract, valuesOf(conjunction, 'items'))
  const isBinary =
    valuesOf(conjunction, 'format').includes('binary') ||
    valuesOf(conjunction, 'contentEncoding').length > 0
  const [media] = valuesOf(conjunction, 'contentMediaType')
  if (typeof media === 'string') return [media.toLowerCase()]
  return [isBinary ? 'application/octet-stream' : 'text/plain']
}
