import t from 'tap'
import { hasFragment, isRebased, referencesOf } from './references.ts'

t.test('references that resolve, and those that do not', async (t) => {
  const cases: [name: string, document: unknown, broken: number, outside: number][] = [
    ['a pointer', { $ref: '#/a/b', a: { b: 0 } }, 0, 0],
    ['into a list', { $ref: '#/a/0', a: [{}] }, 0, 0],
    ['escaped', { x: { $ref: '#/paths/~1v1~1a~0%7Bid%7D' }, paths: { '/v1/a~{id}': {} } }, 0, 0],
    ['to the document', { x: { $ref: '#' } }, 0, 0],
    ['to an anchor', { x: { $ref: '#here' }, y: { $anchor: 'here' } }, 0, 0],
    [
      'to a schema inside one with an id of its own',
      { s: { $id: 'http://x/s', $defs: { d: {} }, p: { $ref: '#/$defs/d' } } },
      0,
      0,
    ],
    ['leading nowhere', { x: { $ref: '#/a/c' }, a: {} }, 1, 0],
    ['to an anchor that is not there', { x: { $ref: '#there' } }, 1, 0],
    ['to a member that every object inherits', { x: { $ref: '#/constructor' } }, 1, 0],
    ['badly escaped', { x: { $ref: '#/%zz' } }, 1, 0],
    ['of a discriminator', { discriminator: { mapping: { a: '#/b' } }, b: {} }, 0, 0],
    [
      'of a discriminator by name',
      { discriminator: { mapping: { a: 'A.b' } }, components: { schemas: { 'A.b': {} } } },
      0,
      0,
    ],
    ['of a discriminator, leading nowhere', { discriminator: { mapping: { a: '#/b' } } }, 1, 0],
    ['of a discriminator to no schema', { discriminator: { mapping: { a: 'A' } } }, 1, 0],
    ['of a discriminator outside', { discriminator: { mapping: { a: 'a.json' } } }, 0, 1],
    [
      'of a link',
      { links: { a: { operationId: 'x' } }, paths: { '/a': { get: { operationId: 'x' } } } },
      0,
      0,
    ],
    ['of a link to no operation', { links: { a: { operationId: 'x' } } }, 1, 0],
    ['of a link by place, leading nowhere', { links: { a: { operationRef: '#/paths' } } }, 1, 0],
    ['of a response by default', { responses: { default: { $ref: '#/a' } } }, 1, 0],
    [
      'of a component with a common name',
      { components: { headers: { example: { $ref: '#/a' } } } },
      1,
      0,
    ],
    ['to another document', { x: { $ref: 'other.json#/a' } }, 0, 1],
  ]
  for (const [name, document, broken, outside] of cases) {
    const found = referencesOf(document)
    t.strictSame(
      [found.broken.length, found.outside.length, found.total],
      [broken, outside, 1],
      name,
    )
  }
})

t.test('data is not a reference, and a property may have the name of one', async (t) => {
  const data = { $ref: '#/nowhere' }
  const document = {
    schema: {
      example: data,
      default: data,
      const: data,
      enum: [data],
      examples: [data],
      properties: { $ref: { type: 'string' }, example: { $ref: '#/schema' } },
    },
    media: { examples: { one: { value: data }, two: { $ref: '#/nowhere-either' } } },
  }
  t.strictSame(referencesOf(document), {
    total: 2,
    broken: ['#/nowhere-either (at /media/examples/two)'],
    outside: [],
  })
})

t.test('references to other documents', async (t) => {
  t.strictSame(referencesOf({ x: { $ref: 'other.json#/a' } }).outside, [
    { reference: 'other.json#/a', place: 'other.json#/a (at /x)' },
  ])
  const other = { a: { 'b/c': 0 }, d: { $anchor: 'here' } }
  for (const fragment of ['', '/a/b~1c', 'here']) t.ok(hasFragment(other, fragment))
  for (const fragment of ['/b', '/a/b', 'there']) t.notOk(hasFragment(other, fragment))
})

t.test('a base URL of its own in a document', async (t) => {
  t.ok(isRebased({ $self: 'https://x.example/' }))
  t.ok(isRebased({ a: [{ $id: 'https://x.example/a' }] }))
  t.notOk(isRebased({ properties: { $id: { type: 'string' } }, example: { $id: 'a' } }))
})
