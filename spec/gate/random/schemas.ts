import type { Json, Members } from '../load/parse.ts'
import type { SeededRandom } from '../../seeded-random.ts'

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
  readonly #random: SeededRandom
  #at = 0
  #isInside = false

  constructor(random: SeededRandom) {
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
    if (depth <= 0) return random.chance(0.05) ? random.pick([true, false]) : this.#ofAnyType(0)
    if (this.#isInside || this.#at < 2) if (random.chance(0.15)) return this.#reference()
    if (random.chance(0.6)) return this.#ofAnyType(depth)
    const inside = () => this.schema(depth - 1)
    return random.pick<() => Json>([
      () => ({ [random.pick(LISTS)]: [inside(), inside()] }),
      () => ({ [random.pick(['oneOf', 'anyOf'])]: [inside(), inside(), inside()] }),
      () => ({ ...this.#ofAnyType(depth), [random.pick(LISTS)]: [inside(), inside()] }),
      () => ({ ...this.#ofAnyType(depth), not: this.schema(0) }),
      () => ({ enum: [...new Set([random.pick(SCALARS), random.pick(SCALARS)])] }),
      () => ({ type: [...new Set([random.pick(TYPES), random.pick(TYPES), 'null'])] }),
      () => ({ ...this.typed('object', depth), ...this.#condition(this.typed('object', 1)) }),
      () => this.#condition(this.schema(0)),
      () => this.#union(),
      () => ({ allOf: [inside(), this.typed('object', depth)], unevaluatedProperties: false }),
    ])()
  }

  #reference(): Json {
    const names = this.#isInside ? COMPONENTS : COMPONENTS.slice(this.#at + 1)
    return { $ref: REFERENCE + this.#random.pick(names) }
  }

  #ofAnyType(depth: number): Members {
    return this.typed(this.#random.pick([...TYPES, 'object', 'object']), depth)
  }

  #condition(test: Json): Members {
    // oxlint-disable-next-line unicorn/no-thenable -- a keyword of JSON Schema
    const condition = { if: test, then: this.schema(0) }
    return this.#random.chance(0.5) ? condition : { ...condition, else: this.schema(0) }
  }

  /** Variants that a field distinguishes. */
  #union(): Json {
    const variant = (value: string): Json => ({
      type: 'object',
      required: ['k', ...this.#random.some(['a'], 0.3)],
      properties: { k: { const: value }, ...this.#properties(0) },
      ...(this.#random.chance(0.3) && { additionalProperties: false }),
    })
    return {
      [this.#random.pick(['oneOf', 'anyOf'])]: ['x', 'y'].map(variant),
      ...(this.#random.chance(0.3) && { discriminator: { propertyName: 'k' } }),
    }
  }

  #properties(depth: number): Members {
    return Object.fromEntries(this.#random.some(NAMES).map((name) => [name, this.schema(depth)]))
  }

  /** A schema of a type with some of the keywords that restrict it. */
  typed(type: string, depth: number): Members {
    const given = Object.entries(this.keywords(type, depth)).filter(([keyword]) =>
      this.#random.chance(FREQUENT[keyword] ?? (depth > 0 ? 0.12 : 0.3)),
    )
    return {
      type: this.#random.chance(0.12) ? [type, 'null'] : type,
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
    const flat = () => (random.chance(0.5) ? false : this.schema(0))
    const all: Record<string, Record<string, () => Json>> = {
      string: {
        minLength: bound,
        maxLength: bound,
        pattern: () => random.pick(PATTERNS),
        format: () => random.pick(['date', 'email']),
        enum: () => random.pick([['a'], ['a', 'b'], ['ab', 'abc'], ['b', 'ab', '']]),
        not: () => random.pick([{ enum: ['a'] }, { pattern: '^a' }, { minLength: 2 }]),
      },
      integer: {
        minimum: bound,
        maximum: () => bound() + 2,
        exclusiveMinimum: bound,
        multipleOf: () => random.pick([1, 2, 0.5]),
        enum: () => random.pick([[1], [1, 2], [0, 1, 2, 3]]),
      },
      number: {
        minimum: bound,
        exclusiveMaximum: () => bound() + 2,
        multipleOf: () => random.pick([1, 0.5, 2, 1.5]),
      },
      boolean: { const: () => random.chance(0.5) },
      array: {
        items: inside,
        prefixItems: () => (random.chance(0.5) ? [inside()] : [inside(), inside()]),
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
        patternProperties: () => ({ [random.pick(NAME_PATTERNS)]: this.schema(0) }),
        propertyNames: () =>
          random.pick([{ maxLength: 1 }, { pattern: random.pick(NAME_PATTERNS) }, { enum: NAMES }]),
        minProperties: bound,
        maxProperties: bound,
        dependentRequired: () => ({ [random.pick(NAMES)]: random.some(NAMES) }),
        dependentSchemas: () => ({ [random.pick(NAMES)]: this.schema(0) }),
        not: () => random.pick<Json>([{ required: ['c'] }, { properties: { a: { const: 1 } } }]),
      },
    }
    return all[type] ?? {}
  }
}
