import t from 'tap'
import { changesBetween, documentWith } from '../testing.ts'

const json = (schema: object) => ({
  description: 'x',
  content: { 'application/json': { schema } },
})
const document = (item: object, more: object = {}) => ({
  openapi: '3.1.0',
  info: { title: 'x', version: '1' },
  paths: { '/a': item },
  ...more,
})
const done = { 200: { description: 'x' } }
const open = { type: 'object', properties: { m: { type: 'string' } } }

t.test('a status that a range covered before is placed at the status', async (t) => {
  const range = json({ ...open, required: ['m'] })
  const [change] = await changesBetween(
    document({ get: { responses: { ...done, '4XX': range } } }),
    document({ get: { responses: { ...done, 404: json(open), '4XX': range } } }),
  )
  t.match(change, {
    kind: 'became-optional',
    location: { pointer: '/paths/~1a/get/responses/404/content/application~1json/schema' },
  })
})

t.test('a parameter that an operation overrides is placed at the operation', async (t) => {
  const query = (type: string) => [{ name: 'q', in: 'query', schema: { type } }]
  const [change] = await changesBetween(
    document({ parameters: query('integer'), get: { responses: done } }),
    document({
      parameters: query('integer'),
      get: { parameters: query('boolean'), responses: done },
    }),
  )
  t.match(change, { location: { pointer: '/paths/~1a/get/parameters/0/schema/type' } })
})

t.test('an edited value keeps its place', async (t) => {
  const schemas = (maxLength: number) => ({
    components: { schemas: { A: { type: 'string', maxLength } } },
  })
  const item = { get: { responses: { 200: json({ $ref: '#/components/schemas/A' }) } } }
  const [change] = await changesBetween(document(item, schemas(5)), document(item, schemas(6)))
  t.match(change, { location: { pointer: '/components/schemas/A/maxLength' } })
})

t.test('variables of servers are placed at their line', async (t) => {
  const servers = (variable: object) => ({
    servers: [
      { url: 'https://b.example' },
      { url: 'https://{r}.example', variables: { r: variable } },
    ],
  })
  const [change] = await changesBetween(
    document({}, servers({ default: 'us' })),
    document({}, servers({ default: 'eu' })),
  )
  t.match(change, { severity: 'breaking', location: { pointer: '/servers/1/variables/r/default' } })
})

t.test('a number that no line has is called implied', async (t) => {
  const what = async (was: object, is: object) => {
    const changes = await changesBetween(documentWith(was, true), documentWith(is, true))
    return changes.map((change) => change.what)
  }
  const text = { type: 'string' }
  const tuple = { type: 'array', prefixItems: [text], items: false }
  t.strictSame(await what(tuple, { ...tuple, items: text, maxItems: 3 }), [
    'maxItems 1 (implied) became 3',
  ])
  t.strictSame(await what({ ...tuple, maxItems: 0 }, { type: 'array', maxItems: 2 }), [
    'maxItems 0 became 2',
  ])
  const steps = { type: 'integer', allOf: [{ multipleOf: 2 }, { multipleOf: 3 }] }
  t.strictSame(await what(steps, { type: 'integer', multipleOf: 12 }), [
    'multipleOf 6 (implied) became 12',
  ])
})
