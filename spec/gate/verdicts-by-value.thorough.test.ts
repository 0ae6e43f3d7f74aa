import { Ajv2020 } from 'ajv/dist/2020.js'
import fc from 'fast-check'
import t from 'tap'
import { rounds } from '../../tools/testing/rounds.ts'
import { changesBetween, documentWith } from './testing.ts'

const ROUNDS = rounds(8000)

type Schema = Record<string, unknown>

/** Values on both sides of every bound that the schemas below have. */
const SCALARS = [null, true, false, -1, 0, 1, 2.5, 3, 5, '', 'a', 'b', 'ab', 'abc', 'xyz1']
const VALUES: unknown[] = [
  ...SCALARS,
  [],
  {},
  ...SCALARS.flatMap((a) => [[a], { a }, { b: a }, { c: a }, { a: { b: a } }, { a: [a] }, [[a]]]),
  ...SCALARS.flatMap((a) => SCALARS.flatMap((b) => [[a, b], { a, b }])),
  ...['a', 1, null].flatMap((a) => ['a', 1, null].map((b) => ({ a, b, c: a }))),
]
const TYPES = ['string', 'integer', 'number', 'boolean', 'null', 'array', 'object']
const NAMES = ['a', 'b', 'c']
const LISTS = ['oneOf', 'anyOf', 'allOf'] as const

/** Random numbers for one pair of schemas. */
const NUMBERS = fc.array(fc.nat(839), { minLength: 100, maxLength: 100 })

/** Draws schemas and edits from random numbers. */
class Draw {
  readonly #numbers: readonly number[]
  #used = 0

  constructor(numbers: readonly number[]) {
    this.#numbers = numbers
  }

  one<T>(values: readonly T[]): T {
    return values[this.#next() % values.length]!
  }

  isOneIn(count: number): boolean {
    return this.#next() % count === 0
  }

  #next(): number {
    return this.#numbers[this.#used++ % this.#numbers.length]!
  }

  bound(): number {
    return this.one([0, 1, 2, 3])
  }

  schema(depth: number): Schema {
    if (depth === 0 || !this.isOneIn(3)) return this.typed(this.one(TYPES), depth)
    const inside = (): Schema => this.schema(depth - 1)
    if (!this.isOneIn(3)) return { [this.one(LISTS)]: [inside(), inside()] }
    return this.one<() => Schema>([
      () => ({ ...this.typed(this.one(TYPES), depth), not: this.schema(0) }),
      () => ({ enum: [...new Set([this.one(SCALARS), this.one(SCALARS)])] }),
      // oxlint-disable-next-line unicorn/no-thenable -- a keyword of JSON Schema
      () => ({ if: this.schema(0), then: this.schema(0), else: this.schema(0) }),
    ])()
  }

  /** Returns a schema of a type; each keyword is present in a third of them. */
  typed(type: string, depth: number): Schema {
    const inside = (): Schema => this.schema(Math.max(0, depth - 1))
    const keywords: Record<string, Record<string, () => unknown>> = {
      string: {
        minLength: () => this.bound(),
        maxLength: () => this.bound(),
        pattern: () => this.one(['^a', 'b$', '^[a-c]+$', '\\d']),
        enum: () => this.one([['a'], ['a', 'b'], ['ab', 'abc'], ['b', 'ab', '']]),
      },
      integer: { minimum: () => this.bound(), exclusiveMaximum: () => this.bound() },
      number: {
        minimum: () => this.bound(),
        maximum: () => this.bound(),
        multipleOf: () => this.one([1, 0.5, 2, 5]),
      },
      array: {
        items: inside,
        prefixItems: () => [inside()],
        minItems: () => this.bound(),
        maxItems: () => this.bound(),
        uniqueItems: () => true,
      },
      object: {
        properties: () => Object.fromEntries(this.names().map((name) => [name, inside()])),
        required: () => this.names(),
        additionalProperties: () => this.isOneIn(2) && this.schema(0),
        maxProperties: () => this.bound(),
        dependentRequired: () => ({ a: this.names() }),
        propertyNames: () => ({ maxLength: this.bound() }),
      },
    }
    const given = Object.entries(keywords[type] ?? {}).filter(() => this.isOneIn(3))
    return { type, ...Object.fromEntries(given.map(([name, draw]) => [name, draw()])) }
  }

  names(): string[] {
    return NAMES.filter(() => this.isOneIn(2))
  }

  /** Returns the schema with one of its parts edited. */
  edited(schema: Schema): Schema {
    const root = { schema: structuredClone(schema) }
    const [parent, key] = this.one(placesIn(root))
    const part = parent[key] as Schema
    const { type } = part
    parent[key] = this.one<() => Schema>([
      () => this.schema(1),
      () => ({ [this.one(LISTS)]: [part] }),
      () => ({ [this.one(LISTS)]: [part, this.schema(0)] }),
      () => ({ ...part, ...(typeof type === 'string' && this.typed(type, 1)) }),
      () => Object.fromEntries(Object.entries(part).filter(() => !this.isOneIn(3))),
      () => ({ ...part, type: [...new Set([type ?? this.one(TYPES), 'null'].flat())] }),
      () => ({ ...part, required: this.names() }),
      () => ({ allOf: Object.entries(part).map(([name, value]) => ({ [name]: value })) }),
    ])()
    return root.schema
  }
}

/** Returns each place of a schema, as the object that holds it and the key. */
function placesIn(parent: Schema): [parent: Schema, key: string][] {
  return Object.entries(parent).flatMap(([key, value]) => {
    if (typeof value !== 'object' || value === null || key === 'enum' || key === 'required')
      return []
    const inside = key === 'dependentRequired' ? [] : placesIn(value as Schema)
    const isSchema = !Array.isArray(value) && key !== 'properties' && key !== 'dependentRequired'
    return isSchema ? [[parent, key] as [Schema, string], ...inside] : inside
  })
}

const ajv = new Ajv2020({ strict: false })

t.test('an edit that changes which values are valid is not safe for their receiver', async (t) => {
  let differing = 0
  await fc.assert(
    fc.asyncProperty(NUMBERS, fc.boolean(), async (numbers, isRequest) => {
      const draw = new Draw(numbers)
      const base = draw.schema(2)
      const head = draw.edited(base)
      const [was, is] = [ajv.compile(base), ajv.compile(head)]
      const lost = VALUES.find((value) => was(value) && !is(value))
      const won = VALUES.find((value) => !was(value) && is(value))
      if (lost === undefined && won === undefined) return
      differing++
      const found = await changesBetween(
        documentWith(base, isRequest),
        documentWith(head, isRequest),
      )
      const shown = JSON.stringify({ base, head, lost, won })
      if (found.length === 0) throw new Error(`no change found: ${shown}`)
      // A service refuses what was valid; a client receives what was not. New fields are additive (VER-005).
      const surprising = isRequest ? lost : won
      const isSafe = found.every(({ severity }) => severity === 'safe')
      const isNewField = found.some(({ kind }) => kind === 'field-added')
      if (surprising !== undefined && isSafe && !isNewField)
        throw new Error(`called safe: ${shown}`)
    }),
    { numRuns: ROUNDS },
  )
  t.ok(differing > ROUNDS / 4, `${differing} edits changed the set of values`)
})
