import { isDeepStrictEqual } from 'node:util'
import type { Location } from '../judgement.ts'
import type { Contract } from '../load/contract.ts'
import { encodePart, homeOf, isMembers, type Json } from '../load/parse.ts'
import { ASSERTIONS, enumOf, typesOf } from './assertions.ts'
import { type Conjunction, conjunctionOf, having, propertiesOf, valuesOf } from './conjunction.ts'
import { type Condition, conditionsOf, insides, variantPairs } from './variants.ts'
import { patternRelation } from './patterns.ts'
import { type ValueChange, verdictOf } from './verdicts.ts'

/** One difference between two schemas. `path` leads to it from the top of the body, in the names of the wire. */
export interface SchemaChange {
  readonly change: ValueChange
  readonly keyword: string
  readonly path: readonly string[]
  readonly detail: string
  readonly what: string
  readonly location: Location
}

/** Texts and illustrations: no value is good or bad by them. */
const EDITORIAL = new Set(['title', 'description', 'examples', 'example', '$comment', 'externalDocs', 'xml', '$id', '$schema', '$defs',
  '$anchor', 'x-message', 'x-requirements'])
const STRUCTURE = new Set(['$ref', 'allOf', 'type', 'enum', 'required', 'properties', 'additionalProperties', 'anyOf', 'oneOf', 'if',
  'then', 'else', 'default', 'x-known-values', 'x-unspecified', 'deprecated'])
/** What a change inside of them does to the whole is not to be told, only whether there is one. */
const OPAQUE = ['not', 'contains', 'prefixItems', 'patternProperties', 'dependentSchemas']
const SUBSCHEMAS = ['items', 'propertyNames', 'unevaluatedProperties', 'unevaluatedItems', 'contentSchema']
const INSIDES = new Set([...OPAQUE, ...SUBSCHEMAS])

/** Compares schemas of two contracts. Each pair is looked at once, however often it is met; a cycle ends where it began. */
export class SchemaComparison {
  readonly #base: Contract
  readonly #head: Contract
  readonly #known = new Map<string, SchemaChange[]>()
  readonly #numbers = new Map<object, number>()

  constructor(base: Contract, head: Contract) {
    this.#base = base
    this.#head = head
  }

  /** Undefined stands for no schema, which allows everything. */
  compare(base: Json | undefined, head: Json | undefined): SchemaChange[] {
    return this.#pair(base === undefined ? [] : [base], head === undefined ? [] : [head])
  }

  #pair(baseSchemas: Json[], headSchemas: Json[]): SchemaChange[] {
    const base = conjunctionOf(this.#base, baseSchemas)
    const head = conjunctionOf(this.#head, headSchemas)
    const key = `${this.#keyOf(base)}|${this.#keyOf(head)}`
    const known = this.#known.get(key)
    if (known) return known
    this.#known.set(key, [])
    const changes = this.#compare(base, head)
    this.#known.set(key, changes)
    return changes
  }

  #compare(base: Conjunction, head: Conjunction): SchemaChange[] {
    return [
      ...this.#types(base, head), ...this.#enums(base, head), ...this.#required(base, head), ...this.#properties(base, head),
      ...this.#further(base, head), ...this.#subschemas(base, head), ...this.#variants(base, head), ...this.#conditions(base, head),
      ...this.#assertions(base, head), ...this.#opaque(base, head), ...this.#annotations(base, head), ...this.#unknown(base, head),
    ]
  }

  #types(base: Conjunction, head: Conjunction): SchemaChange[] {
    const [before, after] = [typesOf(base), typesOf(head)]
    if (isDeepStrictEqual(before, after)) return []
    const narrower = before === null || (after !== null && after.isSubsetOf(before))
    const wider = after === null || (before !== null && before.isSubsetOf(after))
    const names = (types: Set<string> | null) => types ? [...types].sort().join(' or ') : 'anything'
    const change = narrower ? 'narrower' : wider ? 'wider' : 'other'
    return [this.#change(change, 'type', base, head, `type ${names(before)} became ${names(after)}`)]
  }

  #enums(base: Conjunction, head: Conjunction): SchemaChange[] {
    const [before, after] = [enumOf(base), enumOf(head)]
    if (before === null && after === null) return []
    if (after === null) return [this.#change('values-opened', 'enum', base, head, 'the list of values is gone')]
    if (before === null) return [this.#change('values-closed', 'enum', base, head, `only ${[...after].join(', ')} from now on`)]
    return [
      ...[...before.difference(after)].map((value) => this.#change('value-removed', 'enum', base, head, `value ${value} removed`)),
      ...[...after.difference(before)].map((value) => this.#change('value-added', 'enum', base, head, `value ${value} added`)),
    ]
  }

  #required(base: Conjunction, head: Conjunction): SchemaChange[] {
    const named = (conjunction: Conjunction) => new Set(valuesOf(conjunction, 'required').flat() as string[])
    const [before, after] = [named(base), named(head)]
    const [had, has] = [declared(base), declared(head)]
    // Of a field that came or went as a whole, that alone is told.
    const dropped = [...before.difference(after)].filter((name) => !had.has(name) || has.has(name))
    const added = [...after.difference(before)].filter((name) => had.has(name) || !has.has(name))
    return [
      ...dropped.map((name) => this.#at([name], this.#change('became-optional', 'required', base, head, `\`${name}\` is no longer required`))),
      ...added.map((name) => this.#at([name], this.#change('became-required', 'required', base, head, `\`${name}\` is required now`))),
    ]
  }

  #properties(base: Conjunction, head: Conjunction): SchemaChange[] {
    const [before, after] = [propertiesOf(base), propertiesOf(head)]
    const required = new Set(valuesOf(head, 'required').flat())
    return [...new Set([...before.keys(), ...after.keys()])].flatMap((name): SchemaChange[] => {
      const [was, is] = [before.get(name), after.get(name)]
      const forbidden = [was?.includes(false) ?? false, is?.includes(false) ?? false]
      const told = (change: ValueChange, verb: string) => this.#at([name], this.#property(change, base, head, name, verb))
      if (forbidden[0] && forbidden[1]) return []
      if (forbidden[0]) return [told('absence-withdrawn', 'is no longer ruled out')]
      if (forbidden[1]) return [was ? told('field-removed', 'removed') : told('field-forbidden', 'is ruled out')]
      if (!is) return [told('field-removed', 'removed')]
      if (!was) return [told(required.has(name) ? 'required-field-added' : 'field-added', 'added')]
      return this.#pair(was, is).map((change) => this.#at([name], change))
    })
  }

  /** Fields that nobody described. */
  #further(base: Conjunction, head: Conjunction): SchemaChange[] {
    const [before, after] = [valuesOf(base, 'additionalProperties'), valuesOf(head, 'additionalProperties')]
    const [closed, closes] = [before.includes(false), after.includes(false)]
    if (closed && closes) return []
    if (closed) return [this.#change('unknown-fields-allowed', 'additionalProperties', base, head, 'further fields are allowed')]
    if (closes) return [this.#change('unknown-fields-refused', 'additionalProperties', base, head, 'further fields are refused')]
    return this.#pair(before, after).map((change) => this.#at(['*'], change))
  }

  #subschemas(base: Conjunction, head: Conjunction): SchemaChange[] {
    return SUBSCHEMAS.flatMap((keyword) =>
      this.#pair(valuesOf(base, keyword), valuesOf(head, keyword)).map((change) => keyword === 'items' ? this.#at(['[]'], change) : change))
  }

  #variants(base: Conjunction, head: Conjunction): SchemaChange[] {
    return (['anyOf', 'oneOf'] as const).flatMap((keyword) => {
      const [before, after] = [valuesOf(base, keyword).flat(), valuesOf(head, keyword).flat()]
      if (before.length === 0 && after.length === 0) return []
      if (before.length === 0) return [this.#change('narrower', keyword, base, head, `\`${keyword}\` added`)]
      if (after.length === 0) return [this.#change('wider', keyword, base, head, `\`${keyword}\` removed`)]
      const { pairs, gone, come } = variantPairs(before, after)
      return [
        ...gone.map((name) => this.#change('variant-removed', keyword, base, head, `the variant ${name} removed`)),
        ...come.map((name) => this.#change('variant-added', keyword, base, head, `the variant ${name} added`)),
        ...pairs.flatMap(([was, is]) => this.#pair([was], [is])),
      ]
    })
  }

  #conditions(base: Conjunction, head: Conjunction): SchemaChange[] {
    const [before, after] = [conditionsOf(base), conditionsOf(head)]
    return [...new Set([...before.keys(), ...after.keys()])].flatMap((condition) => {
      const [was, is] = [before.get(condition), after.get(condition)]
      if (!was) {
        const felt = this.#isFelt(base, is!) ? 'narrower' : 'condition-unfelt'
        return [this.#change(felt, 'if', base, head, `a condition added: if ${condition}`)]
      }
      if (!is) return [this.#change('wider', 'if', base, head, `a condition removed: if ${condition}`)]
      return (['then', 'else'] as const).flatMap((branch) => this.#pair([was[branch] ?? true], [is[branch] ?? true]))
    })
  }

  /** Whether a new condition refuses anything that was good: what its branches demand may have held for everything before. */
  #isFelt(base: Conjunction, { if: condition, then, else: otherwise }: Condition): boolean {
    const closed = valuesOf(base, 'additionalProperties').includes(false)
    const demanded = isMembers(condition) && Array.isArray(condition.required) ? condition.required : []
    const reaches = !closed || demanded.every((name) => propertiesOf(base).has(String(name)))
    return [reaches ? then : undefined, otherwise].some((branch) =>
      branch !== undefined && this.#pair([...base], [...base, branch]).some(({ change }) => verdictOf(change, 'request').severity !== 'safe'))
  }

  #opaque(base: Conjunction, head: Conjunction): SchemaChange[] {
    return OPAQUE.flatMap((keyword) => {
      const [before, after] = [valuesOf(base, keyword), valuesOf(head, keyword)]
      if (this.#areAlike(keyword, before, after)) return []
      const relation = before.length === 0 ? 'narrower' : after.length === 0 ? 'wider' : 'unclear'
      return [this.#change(relation, keyword, base, head, `\`${keyword}\` changed`)]
    })
  }

  #areAlike(keyword: string, before: Json[], after: Json[]): boolean {
    const parts = (values: Json[]) => new Map(values.flatMap((value, index) => insides(keyword, value).map(([key, schema]) => [`${index}/${key}`, schema])))
    const [had, has] = [parts(before), parts(after)]
    return had.size === has.size && [...had].every(([key, was]) => has.has(key) && this.#pair([was], [has.get(key)!]).length === 0)
  }

  #assertions(base: Conjunction, head: Conjunction): SchemaChange[] {
    return Object.entries(ASSERTIONS).flatMap(([keyword, compare]) => {
      const difference = compare(valuesOf(base, keyword), valuesOf(head, keyword))
      if (!difference) return []
      const { before, after } = difference
      const text = (value: Json | undefined) => value === undefined ? 'none' : JSON.stringify(value)
      let what = `${keyword} ${text(before)} became ${text(after)}`
      let { relation } = difference
      if (keyword === 'pattern' && relation === 'unclear') {
        const proof = patternRelation(String(before), String(after))
        ;({ relation } = proof)
        if (proof.witness !== undefined) what += `; ${proof.witness}`
      }
      return [this.#change(relation, keyword, base, head, what, `${text(before)} to ${text(after)}`)]
    })
  }

  #annotations(base: Conjunction, head: Conjunction): SchemaChange[] {
    const list = (conjunction: Conjunction, keyword: string) => new Set(valuesOf(conjunction, keyword).flat().map(String))
    // Of several lists that hold together the nearest speaks, and that is the first.
    const nearest = (conjunction: Conjunction) => new Set([valuesOf(conjunction, 'x-known-values')[0] ?? []].flat().map(String))
    const [known, knows] = [nearest(base), nearest(head)]
    const [open, opens] = [list(base, 'x-unspecified'), list(head, 'x-unspecified')]
    const [before, after] = [valuesOf(base, 'default'), valuesOf(head, 'default')]
    const tell = (values: Set<string>, change: ValueChange, keyword: string, verb: string) =>
      [...values].map((value) => this.#change(change, keyword, base, head, `${verb} ${value}`))
    return [
      ...tell(known.difference(knows), 'known-value-removed', 'x-known-values', 'known value removed:'),
      ...tell(knows.difference(known), 'known-value-added', 'x-known-values', 'known value added:'),
      ...tell(opens.difference(open), 'promise-withdrawn', 'x-unspecified', 'left open by'),
      ...tell(open.difference(opens), 'promise-made', 'x-unspecified', 'no longer left open by'),
      ...isDeepStrictEqual(before, after) ? [] : [this.#change('default-changed', 'default', base, head,
        `default ${JSON.stringify(before[0]) ?? 'none'} became ${JSON.stringify(after[0]) ?? 'none'}`)],
      ...!isDeepStrictEqual(valuesOf(base, 'deprecated'), valuesOf(head, 'deprecated'))
        ? [this.#change('deprecated', 'deprecated', base, head, 'deprecation changed')] : [],
    ]
  }

  /** Nothing passes unjudged: a keyword that no rule above knows is told as what it is. */
  #unknown(base: Conjunction, head: Conjunction): SchemaChange[] {
    const isUnknown = (key: string) => !EDITORIAL.has(key) && !STRUCTURE.has(key) && !(key in ASSERTIONS) && !INSIDES.has(key)
    const keys = new Set([...base, ...head].flatMap((schema) => schema ? Object.keys(schema).filter(isUnknown) : []))
    return [...keys].filter((key) => !isDeepStrictEqual(valuesOf(base, key), valuesOf(head, key))).map((key) =>
      this.#change('keyword-changed', key, base, head, `\`${key}\` changed`, JSON.stringify([valuesOf(base, key), valuesOf(head, key)])))
  }

  #change(change: ValueChange, keyword: string, base: Conjunction, head: Conjunction, what: string, detail = what): SchemaChange {
    return { change, keyword, path: [], detail, what, location: this.#locate(base, head, `/${keyword}`, keyword) }
  }

  #property(change: ValueChange, base: Conjunction, head: Conjunction, name: string, verb: string): SchemaChange {
    const owners = (conjunction: Conjunction) => having(conjunction, 'properties').filter(({ properties }) => Object.hasOwn(properties as object, name))
    const location = this.#locate(owners(base), owners(head), `/properties/${encodePart(name)}`)
    return { change, keyword: 'properties', path: [], detail: verb, what: `field \`${name}\` ${verb}`, location }
  }

  /** Where it stands now, or stood. */
  #locate(base: Conjunction, head: Conjunction, suffix: string, keyword?: string): Location {
    const owner = (conjunction: Conjunction) => keyword === undefined ? conjunction.find(Boolean) : having(conjunction, keyword)[0]
    const now = owner(head)
    const then = owner(base)
    // The old place names the edit, so that its id does not hang on where the new text went.
    if (then) return { ...place(then, suffix), side: 'base' }
    if (now) return { ...place(now, suffix), side: 'head' }
    return { file: '', pointer: suffix, side: 'head' }
  }

  #at(names: readonly string[], change: SchemaChange): SchemaChange {
    return { ...change, path: [...names, ...change.path] }
  }

  #keyOf(conjunction: Conjunction): string {
    return conjunction.map((schema) => {
      if (schema === false) return 'f'
      const number = this.#numbers.get(schema) ?? this.#numbers.size
      this.#numbers.set(schema, number)
      return number
    }).join(',')
  }
}

function place(node: object, suffix: string): { file: string; pointer: string } {
  const { file, pointer } = homeOf(node)
  return { file, pointer: pointer + suffix }
}

function declared(conjunction: Conjunction): Set<string> {
  return new Set([...propertiesOf(conjunction)].filter(([, schemas]) => !schemas.includes(false)).map(([name]) => name))
}
