import fc from 'fast-check'
import t from 'tap'
import { documentWith, verdictBetween } from './testing.ts'
import { rounds } from '../../tools/testing/rounds.ts'

/**
 * Each edits another keyword, so that any two can be combined. None decides the effect of another: the listed values satisfy all
 * bounds, and the required field is fewer fields than `minProperties`.
 */
const EDITS: readonly [string, object, object][] = [
  ['maxLength', { maxLength: 5 }, { maxLength: 10 }],
  ['minLength', { minLength: 2 }, { minLength: 1 }],
  ['pattern', { pattern: '^a' }, {}],
  ['format', {}, { format: 'date' }],
  ['enum', { enum: ['ab', 'ac'] }, { enum: ['ab'] }],
  ['maximum', { maximum: 9 }, { exclusiveMaximum: 9 }],
  ['minimum', { minimum: 2 }, { minimum: 1 }],
  ['multipleOf', { multipleOf: 10 }, { multipleOf: 5 }],
  ['maxItems', { maxItems: 2 }, { maxItems: 3 }],
  ['uniqueItems', {}, { uniqueItems: true }],
  ['items', { items: { type: 'string' } }, { items: { type: 'integer' } }],
  ['maxProperties', { maxProperties: 5 }, { maxProperties: 9 }],
  [
    'dependentRequired',
    { dependentRequired: { a: ['b'] } },
    { dependentRequired: { a: ['b', 'c'] } },
  ],
  ['propertyNames', { propertyNames: { maxLength: 3 } }, { propertyNames: { maxLength: 4 } }],
  ['required', { required: ['a'] }, {}],
  ['properties', { properties: { a: { type: 'string' } } }, { properties: {} }],
  // With a pattern, because a closed object without one has a number of fields that decides the effect of `maxProperties`.
  [
    'additionalProperties',
    { additionalProperties: false, patternProperties: { '^x': {} } },
    { patternProperties: { '^x': {} } },
  ],
  ['not', { not: { type: 'boolean' } }, { not: { type: 'array' } }],
  // oxlint-disable-next-line unicorn/no-thenable -- a keyword of JSON Schema
  ['if', {}, { if: { required: ['x'] }, then: { required: ['y'] } }],
  ['anyOf', { anyOf: [{ title: 'A' }] }, { anyOf: [{ title: 'A' }, { title: 'B' }] }],
  ['allOf', { allOf: [{ minProperties: 2 }] }, {}],
  ['default', {}, { default: 1 }],
  ['nullable', { type: ['string', 'object', 'null'] }, { type: ['string', 'object'] }],
]
const GRAVITY = ['same', 'safe', 'risky', 'breaking']

t.test('two edits together are at least as severe as the more severe one alone', async (t) => {
  const edit = fc.record({ edit: fc.constantFrom(...EDITS), isTurned: fc.boolean() })
  await fc.assert(
    fc.asyncProperty(edit, edit, fc.boolean(), async (one, other, isRequest) => {
      fc.pre(one.edit[0] !== other.edit[0])
      const side = (from: 0 | 1) => (of: typeof one) => of.edit[1 + (of.isTurned ? 1 - from : from)]
      const verdict = (...edits: (typeof one)[]) => {
        const schema = (edited: typeof edits) => {
          const parts = [one, other].map((of) => side(edited.includes(of) ? 1 : 0)(of) as object)
          return Object.assign({}, ...parts) as object
        }
        return verdictBetween(
          documentWith(schema([]), isRequest),
          documentWith(schema(edits), isRequest),
        )
      }
      const [first, second, both] = [
        await verdict(one),
        await verdict(other),
        await verdict(one, other),
      ]
      const gravity = [first, second, both].map((of) => GRAVITY.indexOf(of))
      return gravity[2]! >= Math.max(gravity[0]!, gravity[1]!)
    }),
    { numRuns: rounds(300) },
  )
  t.pass('300 pairs of edits')
})

t.test('a schema in a cycle is classified in each direction in which it is used', async (t) => {
  const schemas = (type: string) => ({
    A: { type: 'object', properties: { b: { $ref: '#/components/schemas/B' }, a: { type } } },
    B: { type: 'object', properties: { a: { $ref: '#/components/schemas/A' } } },
  })
  const content = (name: string) => ({
    content: { 'application/json': { schema: { $ref: `#/components/schemas/${name}` } } },
  })
  const of = (type: string) => ({
    openapi: '3.1.0',
    info: { title: 'x', version: '1' },
    components: { schemas: schemas(type) },
    paths: {
      '/a': { post: { requestBody: content('A'), responses: { 204: { description: 'x' } } } },
      '/b': { get: { responses: { 200: { description: 'x', ...content('B') } } } },
    },
  })
  t.equal(await verdictBetween(of('integer'), of('number')), 'breaking', 'received by way of B')
  t.equal(await verdictBetween(of('number'), of('integer')), 'breaking', 'sent')
})

t.test('many subtypes that refer to their schema are compared without recursion', async (t) => {
  const parent = { $ref: '#/components/schemas/Pet' }
  const of = (type: string) => {
    const subtypes = Array.from({ length: 400 }, (_, index) => [
      `Pet${index}`,
      {
        allOf: [parent, { properties: { friend: parent, ...(index === 399 && { a: { type } }) } }],
      },
    ])
    const Pet = {
      type: 'object',
      properties: { kind: { type: 'string' } },
      discriminator: { propertyName: 'kind' },
    }
    const schemas = { Pet, ...(Object.fromEntries(subtypes) as object) }
    return { ...documentWith(parent, false), components: { schemas } }
  }
  t.equal(await verdictBetween(of('integer'), of('number')), 'breaking')
})
