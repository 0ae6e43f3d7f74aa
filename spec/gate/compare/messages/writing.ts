import type { Contract } from '../../load/contract.ts'
import { atHomeOf, encodePart, homeOf, type Json, type Members } from '../../load/parse.ts'
import type { Location } from '../../judgement.ts'
import { at } from '../nodes.ts'
import { conjunctionOf } from '../schema/conjunction.ts'
import { typesOf } from '../schema/values/value-sets.ts'

type Side = readonly [contract: Contract, parameter: Members]

/** Members of headers that are compared separately. */
export const HEADER: ReadonlySet<string> = new Set([
  'required',
  'schema',
  'content',
  'style',
  'explode',
  'name',
  'in',
])

/** OpenAPI ignores a response header of this name: the media types state it. */
export function withoutContentType(headers: Members | undefined): Members {
  const entries = Object.entries(headers ?? {})
  const others = entries.filter(([name]) => name.toLowerCase() !== 'content-type')
  return headers ? atHomeOf(headers, Object.fromEntries(others)) : {}
}

/**
 * How the serialization of a parameter or header changed, with the defaults of OpenAPI; undefined if it did not.
 */
export function rewriting(...sides: [base: Side, head: Side]): string | undefined {
  const mayBe = (type: string) =>
    sides.some(([contract, { schema }]) => typesIn(contract, schema)?.has(type) ?? true)
  const explodes = { array: mayBe('array'), object: mayBe('object') }
  const [wrote, writes] = sides.map((side) => writingOf(side, explodes))
  return wrote === writes ? undefined : `${wrote} became ${writes}`
}

/** `explode` affects objects, and lists except in the style `simple`, which separates them by commas in any case. */
function writingOf(
  [contract, parameter]: Side,
  explodes: { readonly array: boolean; readonly object: boolean },
): string {
  if (parameter.content !== undefined) return 'a media type'
  const isForm = parameter.in === 'query' || parameter.in === 'cookie'
  const style = parameter.style ?? (isForm ? 'form' : 'simple')
  // Of the styles of paths, this one has the name in the URL; an exploded object has only the names of its members.
  const hasName =
    style === 'matrix' && !(parameter.explode === true && isObject(contract, parameter.schema))
  const written = hasName ? `matrix, name ${String(parameter.name)}` : style
  // OpenAPI 3.1.1 defines no other form of `deepObject` without `explode`.
  const isAffected =
    style !== 'deepObject' && (explodes.object || (explodes.array && style !== 'simple'))
  return isAffected
    ? `style ${written}, explode ${parameter.explode ?? style === 'form'}`
    : `style ${written}`
}

function isObject(contract: Contract, schema: Json | undefined): boolean {
  const types = typesIn(contract, schema)
  return types?.size === 1 && types.has('object')
}

function typesIn(contract: Contract, schema: Json | undefined): ReturnType<typeof typesOf> {
  return typesOf(conjunctionOf(contract, schema === undefined ? [] : [schema]))
}

/** Headers of events are parameters: only each of them has a place in a file. */
export function placeOfHeader(
  headers: Members,
  { name, header }: { name: string; header: Json },
  side: Location['side'],
): Location {
  const isWritten = homeOf(headers).file !== ''
  return isWritten ? at(headers, `/${encodePart(name)}`, side) : at(header as Members, '', side)
}
