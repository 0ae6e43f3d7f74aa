import type { Contract } from '../load/contract.ts'
import { encodePart, isMembers, type Json } from '../load/parse.ts'
import { type Conjunction, conjunctionOf, having, propertiesOf, valuesOf } from './conjunction.ts'
import { keywordChanges, OPAQUE, SUBSCHEMAS } from './keywords.ts'
import { changed, locate, type SchemaChange } from './schema-change.ts'
import { type Condition, conditionsOf, insides, variantPairs } from './variants.ts'
import { type ValueChange, verdictOf } from './verdicts.ts'

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
      ...keywordChanges(base, head),
      ...this.#required(base, head),
      ...this.#properties(base, head),
      ...this.#further(base, head),
      ...this.#subschemas(base, head),
      ...this.#variants(base, head),
      ...this.#conditions(base, head),
      ...this.#opaque(base, head),
    ]
  }

  #required(base: Conjunction, head: Conjunction): SchemaChange[] {
    const said = (conjunction: Conjunction) => valuesOf(conjunction, 'required').flat() as string[]
    const times = (names: string[], name: string) => names.filter((other) => other === name).length
    const [before, after] = [new Set(said(base)), new Set(said(head))]
    const rarer = [...before.intersection(after)].filter(
      (name) => times(said(head), name) < times(said(base), name),
    )
    const [had, has] = [declared(base), declared(head)]
    // Of a field that came or went as a whole, that alone is told.
    const dropped = [...before.difference(after)].filter((name) => !had.has(name) || has.has(name))
    const added = [...after.difference(before)].filter((name) => had.has(name) || !has.has(name))
    return [
      ...dropped.map((name) =>
        this.#at(
          [name],
          changed('became-optional', 'required', base, head, `\`${name}\` is no longer required`),
        ),
      ),
      ...rarer.map((name) =>
        this.#at(
          [name],
          changed(
            'still-required',
            'required',
            base,
            head,
            `\`${name}\` is demanded in fewer places`,
          ),
        ),
      ),
      ...added.map((name) =>
        this.#at(
          [name],
          changed('became-required', 'required', base, head, `\`${name}\` is required now`),
        ),
      ),
    ]
  }

  #properties(base: Conjunction, head: Conjunction): SchemaChange[] {
    const [before, after] = [propertiesOf(base), propertiesOf(head)]
    const required = new Set(valuesOf(head, 'required').flat())
    return [...new Set([...before.keys(), ...after.keys()])].flatMap((name): SchemaChange[] => {
      const [was, is] = [before.get(name), after.get(name)]
      const forbidden = [was?.includes(false) ?? false, is?.includes(false) ?? false]
      const told = (change: ValueChange, verb: string) =>
        this.#at([name], this.#property(change, base, head, name, verb))
      if (forbidden[0] && forbidden[1]) return []
      if (forbidden[0]) return [told('absence-withdrawn', 'is no longer ruled out')]
      if (forbidden[1])
        return [was ? told('field-removed', 'removed') : told('field-forbidden', 'is ruled out')]
      if (!is) return [told('field-removed', 'removed')]
      if (!was) return [told(required.has(name) ? 'required-field-added' : 'field-added', 'added')]
      return this.#pair(was, is).map((change) => this.#at([name], change))
    })
  }

  /** Fields that nobody described. */
  #further(base: Conjunction, head: Conjunction): SchemaChange[] {
    const [before, after] = [
      valuesOf(base, 'additionalProperties'),
      valuesOf(head, 'additionalProperties'),
    ]
    const [closed, closes] = [before.includes(false), after.includes(false)]
    if (closed && closes) return []
    if (closed)
      return [
        changed(
          'unknown-fields-allowed',
          'additionalProperties',
          base,
          head,
          'further fields are allowed',
        ),
      ]
    if (closes)
      return [
        changed(
          'unknown-fields-refused',
          'additionalProperties',
          base,
          head,
          'further fields are refused',
        ),
      ]
    return this.#pair(before, after).map((change) => this.#at(['*'], change))
  }

  #subschemas(base: Conjunction, head: Conjunction): SchemaChange[] {
    return SUBSCHEMAS.flatMap((keyword) =>
      this.#pair(valuesOf(base, keyword), valuesOf(head, keyword)).map((change) =>
        keyword === 'items' ? this.#at(['[]'], change) : change,
      ),
    )
  }

  #variants(base: Conjunction, head: Conjunction): SchemaChange[] {
    return (['anyOf', 'oneOf'] as const).flatMap((keyword) => {
      const [before, after] = [valuesOf(base, keyword).flat(), valuesOf(head, keyword).flat()]
      if (before.length === 0 && after.length === 0) return []
      if (before.length === 0)
        return [changed('narrower', keyword, base, head, `\`${keyword}\` added`)]
      if (after.length === 0)
        return [changed('wider', keyword, base, head, `\`${keyword}\` removed`)]
      const { pairs, gone, come } = variantPairs(before, after)
      return [
        ...gone.map((name) =>
          changed('variant-removed', keyword, base, head, `the variant ${name} removed`),
        ),
        ...come.map((name) =>
          changed('variant-added', keyword, base, head, `the variant ${name} added`),
        ),
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
        return [changed(felt, 'if', base, head, `a condition added: if ${condition}`)]
      }
      if (!is) return [changed('wider', 'if', base, head, `a condition removed: if ${condition}`)]
      return (['then', 'else'] as const).flatMap((branch) =>
        this.#pair([was[branch] ?? true], [is[branch] ?? true]),
      )
    })
  }

  /** Whether a new condition refuses anything that was good: what its branches demand may have held for everything before. */
  #isFelt(base: Conjunction, { if: condition, then, else: otherwise }: Condition): boolean {
    const closed = valuesOf(base, 'additionalProperties').includes(false)
    const demanded =
      isMembers(condition) && Array.isArray(condition.required) ? condition.required : []
    const reaches = !closed || demanded.every((name) => propertiesOf(base).has(String(name)))
    return [reaches ? then : undefined, otherwise].some(
      (branch) =>
        branch !== undefined &&
        this.#pair([...base], [...base, branch]).some(
          ({ change }) => verdictOf(change, 'request').severity !== 'safe',
        ),
    )
  }

  #opaque(base: Conjunction, head: Conjunction): SchemaChange[] {
    return OPAQUE.flatMap((keyword) => {
      const [before, after] = [valuesOf(base, keyword), valuesOf(head, keyword)]
      if (this.#areAlike(keyword, before, after)) return []
      const relation = before.length === 0 ? 'narrower' : after.length === 0 ? 'wider' : 'unclear'
      return [changed(relation, keyword, base, head, `\`${keyword}\` changed`)]
    })
  }

  #areAlike(keyword: string, before: Json[], after: Json[]): boolean {
    const parts = (values: Json[]) =>
      new Map(
        values.flatMap((value, index) =>
          insides(keyword, value).map(([key, schema]) => [`${index}/${key}`, schema]),
        ),
      )
    const [had, has] = [parts(before), parts(after)]
    return (
      had.size === has.size &&
      [...had].every(
        ([key, was]) => has.has(key) && this.#pair([was], [has.get(key)!]).length === 0,
      )
    )
  }

  #property(
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
    const location = locate(owners(base), owners(head), `/properties/${encodePart(name)}`)
    return {
      change,
      keyword: 'properties',
      path: [],
      detail: verb,
      what: `field \`${name}\` ${verb}`,
      location,
    }
  }

  #at(names: readonly string[], change: SchemaChange): SchemaChange {
    return { ...change, path: [...names, ...change.path] }
  }

  #keyOf(conjunction: Conjunction): string {
    return conjunction
      .map((schema) => {
        if (schema === false) return 'f'
        const number = this.#numbers.get(schema) ?? this.#numbers.size
        this.#numbers.set(schema, number)
        return number
      })
      .join(',')
  }
}

function declared(conjunction: Conjunction): Set<string> {
  return new Set(
    [...propertiesOf(conjunction)]
      .filter(([, schemas]) => !schemas.includes(false))
      .map(([name]) => name),
  )
}
