import type { Json, Members } from '../load/parse.ts'
import type { Random } from './random.ts'

/** The schemas of a document by their names; `R` is the one that a body refers to. */
export type Schemas = Record<string, Json>

export const REFERENCE = '#/components/schemas/'
export const NAMES = ['a', 'b', 'c']
export const TYPES = ['string', 'integer', 'number', 'boolean', 'null', 'array', 'object']
export const TEXTS = ['', 'a', 'b', 'c', 'ab', 'ba', 'abc', 'x', 'x1', '12', '2020-01-01', 'a@b.co']
const NUMBERS = [-1, 0, 1, 2, 3, 4, 5, 6, 0.25, 0.5, 1.5, 2.5]
/** Values on both sides of every bound that the schemas below have. */
export const SCALARS: Json[] = [null, true, false, ...NUMBERS, ...TEXTS]
const PATTERNS = ['^a', 'b$', '^[a-c]+$', '\\d', '^.{2}$', '^(a|b)$']
const NAME_PATTERNS = ['^a', '^x', 'b$', '^[a-c]$', '^']
/** In their order: each refers to later ones directly, and to any from a field or an item. */
const COMPONENTS = ['R', 'A', 'B']
const LISTS = ['oneOf', 'anyOf', 'allOf']

/** Keywords in more schemas than the others. */
const FREQUENT: Readonly<Record<string, number>> = {
  properties: 0.85,
  items: 0.6,
  required: 0.4,
  additionalProperties: 0.25,
}

export class RandomSchemas {
  readonly #random: Random
  #at = 0
  #isInside = false

  constructor(random: Random) {
    this.#random = random
  }

  document(): Schemas {
    const schemas: Schemas = {}
    for (const [index, name] of COMPONENTS.entries()) {
      this.#at = index
      schemas[name] = this.schema(3 - index)
    }
    return schemas
  }

  schema(depth: number): Json {
    const random = this.#random
    if (depth <= 0) return random.isTrue(0.05) ? random.one([true, false]) : this.#ofAnyType(0)
    if (this.#isInside || this.#at < 2) if (random.isTrue(0.15)) return this.#reference()
    if (random.isTrue(0.6)) return this.#ofAnyType(depth)
    const inside = () => this.schema(depth - 1)
    return random.one<() => Json>([
      () => ({ [random.one(LISTS)]: [inside(), inside()] }),
      () => ({ [random.one(['oneOf', 'anyOf'])]: [inside(), inside(), inside()] }),
      () => ({ ...this.#ofAnyType(depth), [random.one(LISTS)]: [inside(), inside()] }),
      () => ({ ...this.#ofAnyType(depth), not: this.schema(0) }),
      () => ({ enum: [...new Set([random.one(SCALARS), random.one(SCALARS)])] }),
      () => ({ type: [...new Set([random.one(TYPES), random.one(TYPES), 'null'])] }),
      () => ({ ...this.typed('object', depth), ...this.#condition(this.typed('object', 1)) }),
      () => this.#condition(this.schema(0)),
      () => this.#union(),
      () => ({ allOf: [inside(), this.typed('object', depth)], unevaluatedProperties: false }),
    ])()
  }

  #reference(): Json {
    const names = this.#isInside ? COMPONENTS : COMPONENTS.slice(this.#at + 1)
    return { $ref: REFERENCE + this.#random.one(names) }
  }

  #ofAnyType(depth: number): Members {
    return this.typed(this.#random.one([...TYPES, 'object', 'object']), depth)
  }

  #condition(test: Json): Members {
    // oxlint-disable-next-line unicorn/no-thenable -- a keyword of JSON Schema
    const condition = { if: test, then: this.schema(0) }
    return this.#random.isTrue(0.5) ? condition : { ...condition, else: this.schema(0) }
  }

  /** Variants that a field distinguishes. */
  #union(): Json {
    const variant = (value: string): Json => ({
      type: 'object',
      required: ['k', ...this.#random.some(['a'], 0.3)],
      properties: { k: { const: value }, ...this.#properties(0) },
      ...(this.#random.isTrue(0.3) && { additionalProperties: false }),
    })
    return {
      [this.#random.one(['oneOf', 'anyOf'])]: ['x', 'y'].map(variant),
      ...(this.#random.isTrue(0.3) && { discriminator: { propertyName: 'k' } }),
    }
  }

  #properties(depth: number): Members {
    return Object.fromEntries(this.#random.some(NAMES).map((name) => [name, this.schema(depth)]))
  }

  /** A schema of a type with some of the keywords that restrict it. */
  typed(type: string, depth: number): Members {
    const given = Object.entries(this.keywords(type, depth)).filter(([keyword]) =>
      this.#random.isTrue(FREQUENT[keyword] ?? (depth > 0 ? 0.12 : 0.3)),
    )
    return {
      type: this.#random.isTrue(0.12) ? [type, 'null'] : type,
      ...Object.fromEntries(given.map(([keyword, draw]) => [keyword, draw()])),
    }
  }

  /** Draws a value for each keyword that restricts a type. */
  keywords(type: string, depth: number): Record<string, () => Json> {
    const random = this.#random
    const bound = () => random.below(4)
    const inside = () => {
      const wasInside = this.#isInside
      this.#isInside = true
      const schema = this.schema(depth - 1)
      this.#isInside = wasInside
      return schema
    }
    const flat = () => (random.isTrue(0.5) ? false : this.schema(0))
    const all: Record<string, Record<string, () => Json>> = {
      string: {
        minLength: bound,
        maxLength: bound,
        pattern: () => random.one(PATTERNS),
        format: () => random.one(['date', 'email']),
        enum: () => random.one([['a'], ['a', 'b'], ['ab', 'abc'], ['b', 'ab', '']]),
        not: () => random.one([{ enum: ['a'] }, { pattern: '^a' }, { minLength: 2 }]),
      },
      integer: {
        minimum: bound,
        maximum: () => bound() + 2,
        exclusiveMinimum: bound,
        multipleOf: () => random.one([1, 2, 0.5]),
        enum: () => random.one([[1], [1, 2], [0, 1, 2, 3]]),
      },
      number: {
        minimum: bound,
        exclusiveMaximum: () => bound() + 2,
        multipleOf: () => random.one([1, 0.5, 2, 1.5]),
      },
      boolean: { const: () => random.isTrue(0.5) },
      array: {
        items: inside,
        prefixItems: () => (random.isTrue(0.5) ? [inside()] : [inside(), inside()]),
        minItems: bound,
        maxItems: bound,
        uniqueItems: () => true,
        contains: () => this.schema(0),
        minContains: bound,
        maxContains: bound,
        unevaluatedItems: flat,
      },
      object: {
        properties: () => Object.fromEntries(random.some(NAMES).map((name) => [name, inside()])),
        required: () => random.some(NAMES, 0.4),
        additionalProperties: flat,
        unevaluatedProperties: flat,
        patternProperties: () => ({ [random.one(NAME_PATTERNS)]: this.schema(0) }),
        propertyNames: () =>
          random.one([{ maxLength: 1 }, { pattern: random.one(NAME_PATTERNS) }, { enum: NAMES }]),
        minProperties: bound,
        maxProperties: bound,
        dependentRequired: () => ({ [random.one(NAMES)]: random.some(NAMES) }),
        dependentSchemas: () => ({ [random.one(NAMES)]: this.schema(0) }),
        not: () => random.one<Json>([{ required: ['c'] }, { properties: { a: { const: 1 } } }]),
      },
    }
    return all[type] ?? {}
  }
}
