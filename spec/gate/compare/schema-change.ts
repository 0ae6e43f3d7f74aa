import { isDeepStrictEqual } from 'node:util'
import type { Location } from '../judgement.ts'
import { encodePart, homeOf, type Members } from '../load/parse.ts'
import { type Conjunction, having, valuesOf } from './conjunction.ts'
import type { ValueChange } from './verdicts.ts'

/** One difference between two schemas. `path` leads to it from the top of the body, in the names of the wire. */
export interface SchemaChange {
  readonly change: ValueChange
  readonly keyword: string
  readonly path: readonly string[]
  readonly detail: string
  readonly what: string
  readonly location: Location
  /** The field that it is about, or is inside of, is never sent (`readOnly`) or never returned (`writeOnly`). */
  readonly flow?: 'readOnly' | 'writeOnly'
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
    path: [],
    detail,
    what,
    location: locate(base, head, `/${keyword}`, keyword),
  }
}

/** The kind of a change, as reports and ids name it. */
export function kindOf({ change, keyword }: SchemaChange): string {
  const isRelation = ['narrower', 'wider', 'other', 'unclear', 'inert'].includes(change)
  return isRelation
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
    path: [name],
    detail: verb,
    what: `field \`${name}\` ${verb}`,
    location: locate(owners(base), owners(head), `/properties/${encodePart(name)}`),
  }
}

/** Where it stands now, or stood. */
export function locate(
  base: Conjunction,
  head: Conjunction,
  suffix: string,
  keyword?: string,
): Location {
  const [then, now] =
    keyword === undefined
      ? [base.find(Boolean), head.find(Boolean)]
      : [edited(base, head, keyword), edited(head, base, keyword)]
  // The old place names the edit, so that its id does not hang on where the new text went.
  if (then) return { ...place(then, suffix), side: 'base' }
  if (now) return { ...place(now, suffix), side: 'head' }
  return { file: '', pointer: suffix, side: 'head' }
}

/** Of the schemas that have the keyword, the one whose value the other side lacks: there it was edited. */
function edited(here: Conjunction, there: Conjunction, keyword: string): Members | undefined {
  const [owners, others] = [having(here, keyword), valuesOf(there, keyword)]
  return (
    owners.find((schema) => !others.some((value) => isDeepStrictEqual(value, schema[keyword]))) ??
    owners[0]
  )
}

function place(node: object, suffix: string): { file: string; pointer: string } {
  const { file, pointer } = homeOf(node)
  return { file, pointer: pointer + suffix }
}
