import type { Location } from '../../judgement.ts'
import { type Contract, inBoth, type References } from '../../load/contract.ts'
import type { Json } from '../../load/parse.ts'
import type { Policy } from '../../policy/options.ts'
import { countedNames } from './values/implied.ts'
import { allowsNothing, bindsBoth } from './values/value-sets.ts'
import { unevaluatedSchemas } from './fields/closed.ts'
import type { Comparison } from './comparison.ts'
import { conditionChanges } from './logic/conditions.ts'
import { type Conjunction, conjunctionOf, having, propertiesOf, valuesOf } from './conjunction.ts'
import { discriminatorChanges } from './variants/discriminators.ts'
import { areExclusive } from './variants/exclusive.ts'
import { evaluatedFieldChanges, evaluatedItemChanges } from './fields/evaluated.ts'
import { fieldChanges } from './fields/fields.ts'
import { demandOfFreed, flowOf, type Side } from './fields/flow.ts'
import { addedVariantChange } from './values/annotations.ts'
import { keywordChanges, SUBSCHEMAS } from './values/keywords.ts'
import { listedLength } from './logic/opaque.ts'
import { opaqueChanges, sharedItems } from './logic/opaque-changes.ts'
import { selectablePairs } from './logic/dynamic.ts'
import { Proofs, withRelation } from './logic/proofs.ts'
import { requiredChanges } from './fields/required.ts'
import { changed, locate, type SchemaChange } from './schema-change.ts'
import type { Reach } from './reach.ts'
import { changesFrom, type Edge, type SchemaPair } from './schema-graph.ts'
import { variantChanges } from './variants/variant-changes.ts'
import { isSelected, mayNoLongerOverlap, mayOverlap, nameOf } from './variants/variants.ts'
import type { ValueChange } from '../verdicts.ts'
import { wrappedIn } from './variants/wrapped.ts'

const NAME: Json = { type: 'string' }

/**
 * Compares schemas of two contracts. Pairs of schemas form a graph, in which each pair is compared once and cycles are edges;
 * `changesFrom` collects what can be reached from one pair.
 */
export class SchemaComparison {
  readonly #base: Contract
  readonly #head: References
  readonly #known = new Map<string, SchemaPair>()
  /** Pairs to compare: many schemas that lead to each other would exceed the call stack. */
  readonly #pending: {
    pair: SchemaPair
    base: Conjunction
    head: Conjunction
    at: Location | undefined
  }[] = []
  readonly #numbers = new Map<object, number>()
  readonly #policy: Policy
  readonly #isXml: boolean
  readonly #comparison: Comparison
  readonly #proofs = new Proofs()
  readonly #reach: Reach

  /** @param isXml whether the schemas describe XML documents */
  constructor(base: Contract, head: Contract, policy: Policy, reach: Reach, isXml = false) {
    this.#reach = reach
    this.#policy = policy
    this.#isXml = isXml
    this.#base = base
    this.#head = inBoth(base, head)
    this.#comparison = {
      base,
      head: this.#head,
      policy,
      pair: (was, is) => this.#pair(was, is),
    }
  }

  /**
   * Undefined means no schema, which allows everything.
   * @param group of operations that give the same verdicts to the changes of a schema
   */
  compare(base: Json | undefined, head: Json | undefined, group: string): readonly SchemaChange[] {
    const pair = this.#pair(base === undefined ? [] : [base], head === undefined ? [] : [head])
    for (let next = this.#pending.pop(); next; next = this.#pending.pop())
      for (const part of this.#compare(next.base, next.head, next.at))
        if ('to' in part) next.pair.edges.push(part)
        else next.pair.changes.push(part)
    return changesFrom(pair, this.#reach, group)
  }

  /** @param at location of the keyword, for a boolean schema, which has no location of its own */
  #pair(baseSchemas: readonly Json[], headSchemas: readonly Json[], at?: Location): SchemaPair {
    const base = conjunctionOf(this.#base, baseSchemas)
    const head = conjunctionOf(this.#head, headSchemas)
    const key = `${this.#keyOf(base)}|${this.#keyOf(head)}`
    const known = this.#known.get(key)
    if (known) return known
    const pair: SchemaPair = { changes: [], edges: [] }
    this.#known.set(key, pair)
    this.#pending.push({ pair, base, head, at })
    return pair
  }

  #compare(base: Conjunction, head: Conjunction, at?: Location): (SchemaChange | Edge)[] {
    const [never, isNever] = [allowsNothing(base), allowsNothing(head)]
    if (never && isNever) return []
    if (never || isNever) {
      const what = never ? 'values are allowed where none was' : 'no value is allowed'
      const sides = [base, head].map((side) => side.filter((schema) => schema !== false))
      const change = changed(never ? 'wider' : 'narrower', 'type', sides[0]!, sides[1]!, what)
      return [at && sides.flat().length === 0 ? { ...change, location: at } : change]
    }
    // Proofs do not read the keyword `xml`.
    const relation = this.#isXml
      ? undefined
      : this.#proofs.relation([this.#base, base], [this.#head, head])
    return relation === 'equal' ? [] : [...withRelation(this.#parts(base, head), relation)]
  }

  #parts(base: Conjunction, head: Conjunction): (SchemaChange | Edge)[] {
    const wrapped = this.#wrapped(base, head)
    if (wrapped) return wrapped
    const field = (name: string) =>
      this.#sides(propertiesOf(base).get(name), propertiesOf(head).get(name))
    return [
      ...keywordChanges(base, head, {
        isExtensible: this.#policy.extensibleEnum,
        isXml: this.#isXml,
        contracts: [this.#base, this.#head],
      }),
      ...(bindsBoth('properties', base, head)
        ? [
            ...requiredChanges(
              base,
              head,
              [countedNames(this.#base, base), countedNames(this.#head, head)],
              (name) => flowOf(...field(name)),
              (name) => demandOfFreed(...field(name)),
            ),
            ...fieldChanges(this.#comparison, base, head),
            ...evaluatedFieldChanges(this.#comparison, base, head),
          ]
        : []),
      ...evaluatedItemChanges(this.#comparison, base, head),
      ...this.#subschemas(base, head),
      ...variantChanges(this.#comparison, base, head),
      ...this.#discriminators(base, head),
      ...conditionChanges(this.#comparison, base, head),
      ...opaqueChanges(this.#comparison, base, head),
      ...this.#dynamic(base, head),
    ]
  }

  #wrapped(base: Conjunction, head: Conjunction): (SchemaChange | Edge)[] | null {
    const wrapped = wrappedIn(this.#comparison, base, head)
    if (!wrapped) return null
    const { keyword, variants, side, pair, removed, added } = wrapped
    const [contract, owner] =
      side === 'base' ? ([this.#base, base] as const) : ([this.#head, head] as const)
    const overlaps =
      keyword === 'oneOf' && !isSelected(owner, variants) && !areExclusive(contract, variants)
    const overlap = side === 'base' ? mayNoLongerOverlap : mayOverlap
    const toChange = (change: ValueChange, variant: Json, verb: string) =>
      changed(change, keyword, base, head, `the variant ${nameOf(variant)} ${verb}`)
    return [
      ...removed.map((variant) => toChange('variant-removed', variant, 'removed')),
      ...added.map((variant) => toChange(addedVariantChange(base), variant, 'added')),
      ...(overlaps ? [overlap(base, head)] : []),
      { to: [this.#pair(...pair)], names: [] },
    ]
  }

  #sides(was: Json[] | undefined, is: Json[] | undefined): [Side, Side] {
    return [
      [this.#base, was],
      [this.#head, is],
    ]
  }

  #subschemas(base: Conjunction, head: Conjunction): Edge[] {
    return SUBSCHEMAS.flatMap((keyword) => {
      const [before, after] =
        keyword === 'unevaluatedProperties'
          ? [unevaluatedSchemas(this.#base, base), unevaluatedSchemas(this.#head, head)]
          : [valuesOf(base, keyword), valuesOf(head, keyword)]
      if ((before.length === 0 && after.length === 0) || !bindsBoth(keyword, base, head)) return []
      if (
        keyword === 'items' &&
        sharedItems(this.#comparison, base, head) <= listedLength(base, head)
      )
        return []
      // Names of fields are strings.
      if (keyword === 'propertyNames')
        return [{ to: [this.#pair([...before, NAME], [...after, NAME])], names: [] }]
      const at = locate(base, head, `/${keyword}`, keyword)
      return [{ to: [this.#pair(before, after, at)], names: keyword === 'items' ? ['[]'] : [] }]
    })
  }

  #discriminators(base: Conjunction, head: Conjunction): (SchemaChange | Edge)[] {
    const { changes, pairs, isInherited } = discriminatorChanges(this.#comparison, base, head)
    const compare = (): Edge[] =>
      pairs.map(([was, is]) => ({ to: [this.#pair([was], [is])], names: [] }))
    if (!isInherited || pairs.length === 0) return [...changes, ...compare()]
    // The subtypes depend on the schema with the discriminator only, so all its uses share them.
    const [was, is] = [base, head].map((side) => this.#keyOf(having(side, 'discriminator')))
    const key = `subtypes of ${was}|${is}`
    const known = this.#known.get(key)
    const shared: SchemaPair = known ?? { changes: [], edges: [] }
    this.#known.set(key, shared)
    if (!known) shared.edges.push(...compare())
    return [...changes, { to: [shared], names: [] }]
  }

  #dynamic(base: Conjunction, head: Conjunction): (SchemaChange | Edge)[] {
    const { pairs, isOther } = selectablePairs(this.#comparison, base, head)
    const unclear = () =>
      changed(
        'unclear',
        '$dynamicRef',
        base,
        head,
        'a schema that `$dynamicRef` may select changed',
      )
    if (isOther) return [unclear()]
    if (pairs.length === 0) return []
    return [{ to: pairs.map(([was, is]) => this.#pair([was], [is])), names: [], relate: unclear }]
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
