import type { References } from '../../../load/contract.ts'
import { NULLABLE_30 } from '../../../load/openapi-3.0.ts'
import { encodePart, isMembers, type Json, type Members } from '../../../load/parse.ts'
import { type Conjunction, conjunctionOf, having } from '../conjunction.ts'
import { closedFields } from '../fields/closed.ts'
import { canonical, typeList, typeOf } from '../normal/reading.ts'
import { isAnything, partsOf } from '../normal/type-sets.ts'
import { typesBoundBy } from '../values/assertions.ts'
import { EDITORIAL } from '../values/keywords.ts'
import { expanded } from './expanded.ts'
import { type Formula, Formulas } from './formula.ts'
import { MOST_DEPTH, Unproven } from './unproven.ts'

const TYPES = ['string', 'integer', 'fraction', 'boolean', 'object', 'array', 'null']
const FLAG = ['no', 'yes']
/** A value that no list names. */
const OTHER = 'other'

/** Keywords that are read together with another one, or with the conjunction. */
const READ = new Set(['$ref', 'allOf', 'then', 'else', 'minContains', 'maxContains', NULLABLE_30])
/** Keywords whose effect depends on other schemas of the same value. */
const DEPENDENT = ['$dynamicRef', 'unevaluatedProperties', 'unevaluatedItems']

/** Fields of larger closed objects are not counted: the formula grows with the number of their subsets. */
const MOST_COUNTED = 12

/** Fields of fields below this depth are compared as texts. */
const DEEPEST = 4

/** The variables of a value sort before those of its fields, and its type before its other variables. */
const TYPE = '\t1'
const PRESENCE = '\t2'
const VALUE = '\t3'
const SELECTION = '\t4'
const KEYWORD = '\t5'

/**
 * Converts schemas to formulas: a value satisfies the schema if its formula is true. The variables are the type of the value, its
 * equality with listed values, the presence of each field, and each other keyword. Declared fields and annotations are variables
 * too, so that they also agree where formulas are equal.
 */
export class SchemaFormulas {
  readonly make: Formulas
  readonly #constants = new Map<string, Set<string>>()
  readonly #spend: (cost: number) => void

  /** @param spend counts the work; it throws `Unproven` at the limit */
  constructor(spend: (cost: number) => void) {
    this.#spend = spend
    this.make = new Formulas((variable) => {
      if (variable.endsWith(TYPE)) return TYPES
      const constants = this.#constants.get(variable)
      return constants ? [...constants, OTHER] : FLAG
    }, spend)
  }

  /** @throws {Unproven} if no formula expresses the schema */
  of(contract: References, conjunction: Conjunction): SchemaFormula {
    const reading = new Reading(contract, this.make, this.#constants, this.#spend)
    const formula = reading.whole(conjunction, { at: '', depth: 0 })
    return { formula, said: reading.said }
  }
}

interface SchemaFormula {
  readonly formula: Formula
  /** All types, listed values and keywords of each field. A variant that another one includes has no effect on the formula. */
  readonly said: ReadonlySet<string>
}

/** A value: the names of the fields that lead to it. */
interface Value {
  readonly at: string
  readonly depth: number
  /** All fields that the value may have, if it is a closed object. */
  readonly names?: readonly string[]
}

class Reading {
  readonly #contract: References
  readonly #make: Formulas
  readonly #constants: Map<string, Set<string>>
  readonly #spend: (cost: number) => void
  /** Schemas around the current one: one that leads to itself has no formula. */
  readonly #entered = new Set<Json>()
  readonly said = new Set<string>()
  /** Depth of tests of values, such as `not`, which declare no fields. */
  #tests = 0

  constructor(
    contract: References,
    make: Formulas,
    constants: Map<string, Set<string>>,
    spend: (cost: number) => void,
  ) {
    this.#contract = contract
    this.#make = make
    this.#constants = constants
    this.#spend = spend
  }

  whole(conjunction: Conjunction, of: Value): Formula {
    const [closed] = closedFields(this.#contract, conjunction).filter(
      ({ names, patterns }) => patterns.length === 0 && names.size <= MOST_COUNTED,
    )
    const value = closed ? { ...of, names: [...closed.names] } : of
    const all = this.#make.all(
      conjunction.map((schema) => schema !== false && this.#schema(schema, value)),
    )
    return having(conjunction, NULLABLE_30).length > 0
      ? this.#make.any([this.#isOf(value, ['null']), all])
      : all
  }

  #inside(schema: Json, value: Value): Formula {
    if (!isMembers(schema)) return schema !== false
    if (this.#entered.has(schema) || this.#entered.size === MOST_DEPTH) throw new Unproven()
    this.#entered.add(schema)
    const made = this.whole(conjunctionOf(this.#contract, [schema]), value)
    this.#entered.delete(schema)
    return made
  }

  #test(schema: Json, value: Value): Formula {
    this.#tests++
    const made = this.#inside(schema, value)
    this.#tests--
    return made
  }

  #schema(schema: Members, value: Value): Formula {
    this.#spend(1)
    if (DEPENDENT.some((key) => key in schema)) throw new Unproven()
    const keys = Object.keys(schema).filter((key) => !READ.has(key) && !EDITORIAL.has(key))
    return this.#make.all(keys.map((key) => this.#keyword(key, schema, value)))
  }

  #keyword(key: string, schema: Members, value: Value): Formula {
    const { [key]: written } = schema
    const list = Array.isArray(written) ? written : []
    const map = isMembers(written!) ? Object.entries(written) : []
    const make = this.#make
    if (key === 'type') return this.#isOf(value, typeList(written).flatMap(partsOf))
    if (key === 'const') return this.#equals(value, written!)
    if (key === 'enum') return make.any(list.map((one) => this.#equals(value, one)))
    if (key === 'not') return make.not(this.#test(written!, value))
    if (key === 'anyOf' || key === 'oneOf') return this.#variants(key, schema, list, value)
    if (key === 'if') {
      const test = this.#test(written!, value)
      return make.all([
        make.any([make.not(test), this.#inside(schema.then ?? true, value)]),
        make.any([test, this.#inside(schema.else ?? true, value)]),
      ])
    }
    if (key === 'required')
      return this.#ofObject(value, make.all(list.map((name) => this.#has(value, name))))
    if (key === 'dependentRequired')
      return this.#dependent(value, map, (names) =>
        make.all([names].flat().map((name) => this.#has(value, name))),
      )
    if (key === 'dependentSchemas')
      return this.#dependent(value, map, (inside) => this.#inside(inside, value))
    if (key === 'properties')
      return this.#ofObject(
        value,
        make.all(map.map(([name, inside]) => this.#field(value, name, inside))),
      )
    if (key === 'minProperties' && value.names)
      return this.#ofObject(value, this.#hasSome(value, value.names, Number(written)))
    if (key === 'maxProperties' && value.names)
      return this.#ofObject(value, make.not(this.#hasSome(value, value.names, Number(written) + 1)))
    return this.#other(key, schema, value)
  }

  #variants(
    key: 'anyOf' | 'oneOf',
    { discriminator }: Members,
    variants: readonly Json[],
    value: Value,
  ): Formula {
    const parts = variants.map((variant) => this.#inside(variant, value))
    if (discriminator !== undefined)
      // The discriminator selects variants by name, so it distinguishes equal schemas.
      return this.#make.any(
        parts.map((part, index) =>
          this.#make.all([part, this.#listed(value.at + SELECTION, nameOf(variants[index]!))]),
        ),
      )
    if (key === 'anyOf') return this.#make.any(parts)
    const made = this.#make.one(parts)
    // Variants that always match together are a mistake, and services send them anyway.
    if (this.#make.areEqual(made, false)) throw new Unproven()
    return made
  }

  #field(value: Value, name: string, schema: Json): Formula {
    const inner = { at: `${value.at}\n${encodePart(name)}`, depth: value.depth + 1 }
    const isDeep = inner.depth > DEEPEST
    const fits = isDeep
      ? this.#flag(inner, `schema ${expanded(this.#contract, schema, this.#spend)}`)
      : this.#inside(schema, inner)
    // A field that no value fits is ruled out, and not declared.
    if (fits === false) return this.#make.not(this.#has(value, name))
    const declared = this.#tests > 0 || this.#flag(inner, 'declared')
    return this.#make.any([
      this.#make.not(this.#has(value, name)),
      this.#make.all([declared, fits]),
    ])
  }

  #dependent(value: Value, map: [string, Json][], demand: (inside: Json) => Formula): Formula {
    const demands = map.map(([name, inside]) =>
      this.#make.any([this.#make.not(this.#has(value, name)), demand(inside)]),
    )
    return this.#ofObject(value, this.#make.all(demands))
  }

  /** A keyword that the formula does not look into. */
  #other(key: string, schema: Members, value: Value): Formula {
    const text = (node: Json) => expanded(this.#contract, node, this.#spend)
    const { [key]: written } = schema
    const names = (keyword: string) =>
      isMembers(schema[keyword]!) ? Object.keys(schema[keyword]).sort() : []
    const beside = (keyword: string) => canonical(schema[keyword] ?? null)
    let said = `${key} ${text({ [key]: written! })}`
    if (key === 'additionalProperties') {
      if (isAnything(written!)) return true
      said += JSON.stringify([names('properties'), text(schema.patternProperties ?? null)])
    }
    if (key === 'items')
      said += JSON.stringify(Array.isArray(schema.prefixItems) ? schema.prefixItems.length : 0)
    if (key === 'contains') said += beside('minContains') + beside('maxContains')
    const types = typesBoundBy(key)?.flatMap(partsOf)
    const flag = this.#flag(value, said)
    return types ? this.#make.any([this.#make.not(this.#isOf(value, types)), flag]) : flag
  }

  #isOf({ at }: Value, types: readonly string[]): Formula {
    return this.#make.any([...new Set(types)].map((type) => this.#atom(at + TYPE, type)))
  }

  #ofObject(value: Value, demand: Formula): Formula {
    return this.#make.any([this.#make.not(this.#isOf(value, ['object'])), demand])
  }

  #has({ at }: Value, name: Json): Formula {
    return this.#make.is(`${at}\n${encodePart(String(name))}${PRESENCE}`, 'yes')
  }

  /** Whether a value has at least a number of some fields. */
  #hasSome(value: Value, names: readonly string[], least: number): Formula {
    this.#spend(1)
    const [name, ...others] = names
    if (least <= 0) return true
    if (name === undefined || least > names.length) return false
    return this.#make.any([
      this.#make.all([this.#has(value, name), this.#hasSome(value, others, least - 1)]),
      this.#hasSome(value, others, least),
    ])
  }

  #flag({ at }: Value, text: string): Formula {
    return this.#atom(`${at}${KEYWORD} ${text}`, 'yes')
  }

  #equals(value: Value, constant: Json): Formula {
    const type = typeOf(constant) === 'number' ? 'fraction' : typeOf(constant)
    return this.#make.all([
      this.#isOf(value, [type]),
      this.#listed(value.at + VALUE, canonical(constant)),
    ])
  }

  /** A variable with one of several values that schemas name. */
  #listed(variable: string, text: string): Formula {
    const constants = this.#constants.get(variable) ?? new Set()
    this.#constants.set(variable, constants.add(text))
    return this.#atom(variable, text)
  }

  #atom(variable: string, value: string): Formula {
    this.said.add(JSON.stringify([variable, value]))
    return this.#make.is(variable, value)
  }
}

function nameOf(variant: Json): string {
  if (isMembers(variant) && typeof variant.$ref === 'string') return variant.$ref
  throw new Unproven()
}
