import { Ajv2020 } from 'ajv/dist/2020.js'
import t from 'tap'
import { verdictBetween } from '../../../testing.ts'

// Variants that are types only: the verdict of each edit follows from the values that are valid before and after it.

const VALUES = [null, true, 'a', 1, 1.5, [], {}]
const SCHEMAS: readonly object[] = [
  { type: 'number' },
  { type: 'integer' },
  { type: 'string' },
  { type: ['integer', 'string'] },
  { type: ['number', 'string'] },
  { type: 'number', not: { type: 'integer' } },
  { anyOf: [{ type: 'number' }, { type: 'integer' }] },
  { oneOf: [{ type: 'number' }, { type: 'integer' }] },
  { oneOf: [{ type: 'number' }] },
  { oneOf: [{ type: 'integer' }] },
  { oneOf: [{ type: 'number' }, { type: 'integer' }, { type: 'string' }] },
  { oneOf: [{ type: ['number', 'string'] }, { type: ['integer', 'null'] }] },
  { oneOf: [{ type: 'string' }, { type: 'string' }] },
  { oneOf: [{ type: 'number' }, { type: 'integer' }, { type: 'integer' }] },
  { oneOf: [{ type: 'string' }, {}] },
  { oneOf: [{}, {}] },
  { oneOf: [{ type: 'number' }, { type: 'integer' }], title: 'Fraction' },
  { anyOf: [{ oneOf: [{ type: 'number' }, { type: 'integer' }] }, { type: 'null' }] },
  {},
]

const ajv = new Ajv2020({ strict: false, validateFormats: false })
const valid = new Map(
  SCHEMAS.map((schema) => {
    const isValid = ajv.compile(schema)
    return [
      schema,
      new Set(
        VALUES.map((value) => JSON.stringify(value)).filter((text) => isValid(JSON.parse(text))),
      ),
    ]
  }),
)

const json = (schema: object) => ({ content: { 'application/json': { schema } } })
const document = (operation: object) => ({
  openapi: '3.1.0',
  info: { title: 'Small', version: '1' },
  paths: { '/a': { post: { responses: { 200: { description: 'Done.' } }, ...operation } } },
})
const sent = (schema: object) => document({ requestBody: { required: true, ...json(schema) } })
const received = (schema: object) =>
  document({ responses: { 200: { description: 'Done.', ...json(schema) } } })

t.test('the verdict is that of the sets of valid values', async (t) => {
  const wrong: string[] = []
  for (const was of SCHEMAS)
    for (const is of SCHEMAS) {
      const [before, after] = [valid.get(was)!, valid.get(is)!]
      const isSame = before.symmetricDifference(after).size === 0
      const expected = (lost: Set<string>) =>
        isSame ? 'same' : lost.size > 0 ? 'breaking' : 'safe'
      const rows = [
        ['sent', expected(before.difference(after)), await verdictBetween(sent(was), sent(is))],
        [
          'received',
          expected(after.difference(before)),
          await verdictBetween(received(was), received(is)),
        ],
      ]
      for (const [place, right, verdict] of rows)
        if (verdict !== right)
          wrong.push(
            `${JSON.stringify(was)} to ${JSON.stringify(is)}, ${place}: ${verdict} instead of ${right}`,
          )
    }
  t.strictSame(wrong, [])
})
