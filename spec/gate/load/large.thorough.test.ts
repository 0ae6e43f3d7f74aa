import t from 'tap'
import { parse, stringify } from 'yaml'
import { ran, SMALL } from '../testing.ts'

t.test('a document in a thousand files is read', async (t) => {
  const root = parse(SMALL) as { paths: Record<string, object> }
  const item = (type: string) =>
    stringify({
      get: { responses: { 200: { description: 'x', headers: { A: { schema: { type } } } } } },
    })
  const names = Array.from({ length: 1000 }, (_, index) => `path${index}`)
  for (const name of names) root.paths[`/${name}`] = { $ref: `./paths/${name}.yaml` }
  const files = Object.fromEntries(names.map((name) => [`${name}.yaml`, item('string')]))
  const changed = { ...files, 'path7.yaml': item('integer') }
  const folder = t.testdir({
    base: { 'openapi.yaml': stringify(root), paths: files },
    head: { 'openapi.yaml': stringify(root), paths: changed },
  })
  t.match(await ran(folder, 'diff', '--base', 'base', '--head', 'head'), {
    code: 1,
    err: '',
    out: /type string became integer[^]*head\/paths\/path7\.yaml:8[^]*1 change:/,
  })
})

t.test('chains of references are longer than the call stack', async (t) => {
  const chain = (type: string) =>
    Array.from({ length: 5000 }, (_, index) =>
      index === 0 ? { type } : { type: 'object', properties: { next: ref(index - 1) } },
    )
  const folder = t.testdir({
    'base.json': documentWith(chain('string'), [4999]),
    'head.json': documentWith(chain('integer'), [4999]),
  })
  t.match(await ran(folder, 'diff', '--base', 'base.json', '--head', 'head.json'), {
    code: 1,
    out: /type string became integer[^]*1 change: 1 breaking/,
    err: '',
  })
})

t.test('schemas that all lead to each other are compared in seconds', async (t) => {
  const count = 300
  const schemas = (maxLength: number) =>
    Array.from({ length: count }, (_, index) => ({
      type: 'object',
      properties: {
        ...Object.fromEntries(
          [7, 31, 53, 101, 149].map((step) => [
            `to${step}`,
            { anyOf: [{ type: 'string' }, ref((index * step + step) % count)] },
          ]),
        ),
        name: { type: 'string', maxLength: index === 9 ? maxLength : 5 },
      },
    }))
  const all = Array.from({ length: count }, (_, index) => index)
  const folder = t.testdir({
    'base.json': documentWith(schemas(5), all),
    'head.json': documentWith(schemas(6), all),
  })
  t.match(await ran(folder, 'diff', '--base', 'base.json', '--head', 'head.json'), {
    code: 1,
    out: /maxLength 5 became 6[^]*GET \/0, 200 body: to[^\n]*name\n[^]*1 change: 1 breaking/,
    err: '',
  })
})

t.test('overlapping variants that all lead to each other are compared in seconds', async (t) => {
  const count = 1000
  const schemas = (maxLength: number) =>
    Array.from({ length: count }, (_, index) => ({
      type: 'object',
      properties: {
        id: { type: 'string', maxLength: index === 9 ? maxLength : 5 },
        to: { oneOf: [1, 7, 13].map((step) => ref((index * 3 + step) % count)) },
      },
    }))
  const folder = t.testdir({
    'base.json': documentWith(schemas(5), [0]),
    'head.json': documentWith(schemas(6), [0]),
  })
  t.match(await ran(folder, 'diff', '--base', 'base.json', '--head', 'head.json'), {
    code: 1,
    out: /maxLength 5 became 6[^]*values may match two variants/,
    err: '',
  })
})

t.test('in a ring of schemas, each change has the effects on all audiences', async (t) => {
  const count = 400
  const schemas = (maximum: number) =>
    Array.from({ length: count }, (_, index) => ({
      type: 'object',
      properties: { next: ref((index + 1) % count), size: { type: 'integer', maximum } },
    }))
  const document = (maximum: number) => {
    const all = Array.from({ length: count }, (_, index) => index)
    const made = JSON.parse(documentWith(schemas(maximum), all)) as { webhooks: object }
    const message = (index: number, version: string) => ({
      post: {
        'x-event-version': version,
        requestBody: { content: { 'application/json': { schema: ref(index) } } },
        responses: { 204: {} },
      },
    })
    const versioned = all.slice(0, 40).map((index) => [`a${index}`, message(index, `${maximum}`)])
    made.webhooks = { ...Object.fromEntries(versioned), b: message(0, '1') }
    return JSON.stringify(made)
  }
  const folder = t.testdir({ 'base.json': document(5), 'head.json': document(6) })
  const { out } = await ran(folder, 'diff', '--base', 'base.json', '--head', 'head.json', '--json')
  const { changes, notes } = JSON.parse(out) as {
    changes: { kind: string; effects: { audience: string; places: string[] }[] }[]
    notes: string[]
  }
  t.match(notes, [/too many places/])
  const widened = changes.filter(({ kind }) => kind === 'maximum-wider')
  t.equal(widened.length, count)
  for (const { effects } of widened) {
    t.strictSame([...new Set(effects.map(({ audience }) => audience))], ['client', 'consumer'])
    // The event without a new version decides whether the change is permitted.
    const { places } = effects.find(({ audience }) => audience === 'consumer')!
    t.ok(places.some((place) => place.split(', ')[0] === 'b'))
  }
})

function ref(index: number): object {
  return { $ref: `#/components/schemas/S${index}` }
}

/** A document with one operation for each of some schemas. */
function documentWith(schemas: object[], used: number[]): string {
  const operation = (index: number) => ({
    get: { responses: { 200: { content: { 'application/json': { schema: ref(index) } } } } },
  })
  return JSON.stringify({
    openapi: '3.1.0',
    components: {
      schemas: Object.fromEntries(schemas.map((schema, index) => [`S${index}`, schema])),
    },
    paths: Object.fromEntries(used.map((index) => [`/${index}`, operation(index)])),
  })
}
