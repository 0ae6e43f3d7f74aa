import t from 'tap'
import { document } from '../../../spec/contract.ts'
import { brokenDocumentRules, unmatchedPathParameters } from './document-rules.ts'

const operation = { responses: { 200: { description: 'OK' } } }
const id = { name: 'id', in: 'path', required: true, schema: { type: 'string' } }
const of = (paths: object, more: object = {}) => ({ openapi: '3.1.0', paths, ...more })

t.test('documents that keep the rules', async (t) => {
  for (const [name, valid] of [
    ['the contract', document],
    ['nothing', undefined],
    ['a parameter of the path item', of({ '/a/{id}': { parameters: [id], get: operation } })],
    [
      'a parameter of the operation that overrides that of the path item',
      of({ '/a/{id}': { parameters: [id], get: { ...operation, parameters: [id] } } }),
    ],
    [
      'a parameter behind a reference',
      of(
        {
          '/a/{id}': {
            get: { ...operation, parameters: [{ $ref: '#/components/parameters/i~1d' }] },
          },
        },
        { components: { parameters: { 'i/d': id } } },
      ),
    ],
    [
      'a parameter in another document',
      of({ '/a/{id}': { get: { ...operation, parameters: [{ $ref: 'more.json#/Id' }] } } }),
    ],
    [
      'a path item with more in another document',
      of({ '/a/{id}': { $ref: 'more.json#/a', get: operation } }),
    ],
    [
      'one name in two places',
      of({
        '/a/{id}': { get: { ...operation, parameters: [id, { ...id, in: 'query' }] } },
      }),
    ],
    ['a path without operations', of({ '/a/{id}': {} })],
    ['operations without ids', of({ '/a': { get: operation, put: operation } })],
    [
      'a security scheme, and none',
      of(
        { '/a': { get: { ...operation, security: [{ key: [] }, {}] } } },
        { components: { securitySchemes: { key: { type: 'http', scheme: 'bearer' } } } },
      ),
    ],
    [
      'a security scheme of 2.0',
      {
        swagger: '2.0',
        security: [{ key: [] }],
        securityDefinitions: { key: { type: 'basic' } },
        paths: {},
      },
    ],
  ] as const)
    t.strictSame([brokenDocumentRules(valid), unmatchedPathParameters(valid)], [[], []], name)
})

t.test('documents that break one', async (t) => {
  for (const [invalid, problem] of [
    [
      of({
        '/a': { get: { ...operation, operationId: 'x' } },
        '/b': { get: { operationId: 'x' } },
      }),
      'several operations have the operationId x',
    ],
    [
      of({
        '/a/{id}': { parameters: [id], get: operation },
        '/a/{name}': { parameters: [{ ...id, name: 'name' }], put: operation },
      }),
      'several paths differ only in the names of their parameters: /a/{}',
    ],
    [
      of({ '/a/{id}': { get: { ...operation, parameters: [id, id] } } }),
      'GET /a/{id} lists the parameter path id twice',
    ],
    [
      of({ '/a': { get: { ...operation, security: [{ key: [] }] } } }),
      'no security scheme has the name key',
    ],
    [of({}, { security: [{ key: [] }] }), 'no security scheme has the name key'],
  ] as const)
    t.strictSame(brokenDocumentRules(invalid), [problem], problem)
})

t.test('a path parameter without a declaration or a place breaks no rule', async (t) => {
  for (const [unmatched, problem] of [
    [of({ '/a/{id}': { get: operation } }), 'GET /a/{id} does not declare its parameter path id'],
    [
      of({ '/a/{id}': { get: { ...operation, parameters: [{ ...id, in: 'query' }] } } }),
      'GET /a/{id} does not declare its parameter path id',
    ],
    [
      of({ '/a': { parameters: [id], get: operation } }),
      'GET /a declares the parameter path id, which its path does not have',
    ],
  ] as const)
    t.strictSame(
      [brokenDocumentRules(unmatched), unmatchedPathParameters(unmatched)],
      [[], [problem]],
      problem,
    )
})
