import { isDeepStrictEqual } from 'node:util'
import type { Location } from '../../judgement.ts'
import {
  decodePart,
  encodePart,
  homeOf,
  homeOfMember,
  type Members,
  writtenAt,
} from '../../load/parse.ts'
import { type Conjunction, having, valuesOf } from './conjunction.ts'
import type { ValueChange } from '../verdicts.ts'
import { type Path, pathBelow } from './path.ts'

/** One difference between two schemas. */
export interface SchemaChange {
  readonly change: ValueChange
  readonly keyword: string
  readonly path: Path
  readonly detail: string
  readonly what: string
  readonly location: Location
  /** The place in head, if the location is one in base. An edit elsewhere may have replaced it. */
  readonly counterpart?: Location
  /**
   * The changed field, or one that contains it, is never sent (`readOnly`) or never returned
   * (`writeOnly`).
   */
  readonly flow?: 'readOnly' | 'writeOnly'
  /** An added field that was refused before. */
  readonly isGained?: boolean
  /** A removal that the policy permits. */
  readonly isPermitted?: boolean
}

export function changed(
  change: ValueChange,
  keyword: string,
  base: Conjunction,
  head: Conjunction,
  what: string,
  detail = what,
): SchemaChange {
  return {
    change,
    keyword,
    path: null,
    detail,
    what,
    ...placed(base, head, `/${keyword}`, keyword),
  }
}

const RELATIONS: ReadonlySet<ValueChange> = new Set([
  'narrower',
  'wider',
  'other',
  'narrower-or-other',
  'wider-or-other',
  'unclear',
  'inert',
])

/** The kind of a change, used in reports and ids. */
export function kindOf({ change, keyword }: SchemaChange): string {
  // The same edit: only some of the places that use the schema need the default.
  if (change === 'default-unused') return 'default-changed'
  return RELATIONS.has(change)
    ? `${keyword.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}-${change}`
    : change
}

/** A change of the field `name` as a whole. */
export function propertyChanged(
  change: ValueChange,
  base: Conjunction,
  head: Conjunction,
  name: string,
  verb: string,
): SchemaChange {
  const owners = (conjunction: Conjunction) =>
    having(conjunction, 'properties').filter(({ properties }) =>
      Object.hasOwn(properties as object, name),
    )
  return {
    change,
    keyword: 'properties',
    path: pathBelow(null, name),
    detail: verb,
    what: `field \`${name}\` ${verb}`,
    ...placed(owners(base), owners(head), `/properties/${encodePart(name)}`),
  }
}

function placed(
  base: Conjunction,
  head: Conjunction,
  suffix: string,
  keyword?: string,
): Pick<SchemaChange, 'location' | 'counterpart'> {
  const location = locate(base, head, suffix, keyword)
  if (location.side === 'head' || written(head).length === 0) return { location }
  return { location, counterpart: locate([], head, suffix, keyword) }
}

/** Current location, or the former one. */
export function locate(
  base: Conjunction,
  head: Conjunction,
  suffix: string,
  keyword?: string,
): Location {
  const [was, is] = [written(base), written(head)]
  const [then, now] =
    keyword === undefined
      ? [was.find(Boolean), is.find(Boolean)]
      : [ownerOf(was, is, keyword), ownerOf(is, was, keyword)]
  // The id uses the old location, so that it does not depend on the new one.
  if (then) return { ...place(then, suffix), side: 'base' }
  if (now) return { ...place(now, suffix), side: 'head' }
  // A keyword that neither side has as such: the schema itself.
  const [owner, ownerNow] = [was.find(Boolean), is.find(Boolean)]
  if (owner || ownerNow)
    return { ...place((owner || ownerNow) as Members, ''), side: owner ? 'base' : 'head' }
  return { file: '', pointer: suffix, side: 'head' }
}

/** The schema with the keyword: the edited one, or any if the other side has none that was edited. */
function ownerOf(here: Conjunction, there: Conjunction, keyword: string): Members | undefined {
  return (
    edited(here, there, keyword) ??
    (edited(there, here, keyword) ? undefined : owners(here, keyword)[0])
  )
}

/** Of the schemas with the keyword, the one whose value the other side does not have. */
function edited(here: Conjunction, there: Conjunction, keyword: string): Members | undefined {
  const others = valuesOf(there, keyword)
  return owners(here, keyword).find(
    (schema) => !others.some((value) => isDeepStrictEqual(value, schema[keyword])),
  )
}

/** The schemas with a keyword that their authors wrote. */
function owners(conjunction: Conjunction, keyword: string): Members[] {
  return having(conjunction, keyword).filter((schema) => keyword in writtenAt(schema))
}

/** Keywords in whose place the normal form puts targets of references. */
const SETTLED = ['if', 'not', 'anyOf', 'oneOf', 'allOf']

function place(node: object, suffix: string): { file: string; pointer: string } {
  const names = suffix.split('/').slice(1).map(decodePart)
  if (!SETTLED.includes(names[0] ?? '')) return homeOfMember(node, names)
  const { file, pointer } = homeOf(node)
  return { file, pointer: pointer + suffix }
}

/** The schemas that are written in a document. Others are made for the comparison. */
function written(conjunction: Conjunction): Conjunction {
  return conjunction.filter((schema) => schema !== false && homeOf(schema).file !== '')
}
