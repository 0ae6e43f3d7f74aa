import t from 'tap'
import { document } from '../../spec/contract.ts'
import { structureProblems } from './openapi-structure.ts'

const info = { title: 'A service', version: '1' }
const operation = { responses: { 200: { description: 'OK' } } }
const at31 = (get: object, more: object = {}) => ({
  openapi: '3.1.0',
  info,
  paths: { '/a': { get } },
  ...more,
})
const ofQuery = (schema: object) => ({
  ...operation,
  parameters: [{ name: 'q', in: 'query', schema }],
})
const self = {
  components: { schemas: { A: { properties: { a: { $ref: '#/components/schemas/A' } } } } },
}

t.test('valid documents of each version have no problem', async (t) => {
  for (const [name, valid] of [
    ['the contract', document],
    ['2.0', { swagger: '2.0', info, paths: { '/a': { get: operation } } }],
    ['3.0', { ...at31(ofQuery({ type: 'string', nullable: true }), self), openapi: '3.0.3' }],
    ['3.1', at31(ofQuery({ type: ['string', 'null'] }), self)],
    ['3.1 without responses, which are optional', at31({})],
    ['a path in another document', { openapi: '3.1.0', info, paths: { '/a': { $ref: 'a.json' } } }],
    ['a schema of another dialect', at31(ofQuery({ $schema: 'http://x/s', type: 1 }))],
    [
      'a property named schema',
      at31(ofQuery({ properties: { schema: { default: { type: 1 } } } })),
    ],
    ['a version without a known schema', { openapi: '3.2.0', info, paths: {}, $self: '/' }],
  ] as const)
    t.strictSame(await structureProblems(valid), [], name)
})

t.test('invalid documents have problems', async (t) => {
  for (const [name, invalid] of [
    ['a response of no status', at31({ responses: { abc: { description: 5 } } })],
    ['a response without a description', at31({ responses: { 200: {} } })],
    ['a parameter of no place', at31({ ...operation, parameters: [{ name: 'q' }] })],
    ['a schema of no type', at31(ofQuery({ type: 'numeral' }))],
    ['a component of no type', at31(operation, { components: { schemas: { A: { type: 1 } } } })],
    ['3.0 without responses', { ...at31({}), openapi: '3.0.3' }],
    ['2.0 without responses', { swagger: '2.0', info, paths: { '/a': { get: {} } } }],
  ] as const)
    t.not((await structureProblems(invalid)).length, 0, name)
})
