import t from 'tap'
import { parse, stringify } from 'yaml'
import { ran, SMALL } from '../testing.ts'
import { parseFile } from './parse.ts'
import { lineOf } from './positions.ts'

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

t.test('a pointer is mapped to its line, in YAML and JSON', async (t) => {
  const yaml = parseFile('a.yaml', 'a:\n  - &one { b: 1 }\n  - *one\n"c/d":\n  e: x\n')
  t.equal(lineOf(yaml, '/a/0/b'), 2)
  t.equal(lineOf(yaml, '/a/1/b'), 3, 'an alias has no lines of its own')
  t.equal(lineOf(yaml, '/c~1d/e'), 5)
  t.equal(lineOf(yaml, '/c~1d/e/gone/too'), 5, 'the nearest parent')
  const json = parseFile('a.json', '{\n "a": [\n  { "b": 1 },\n  2\n ]\n}\n')
  t.strictSame(
    ['/a', '/a/0', '/a/0/b', '/a/1', '/a/2', ''].map((pointer) => lineOf(json, pointer)),
    [2, 3, 3, 4, 2, 1],
  )
})

t.test('a YAML merge key adds the members that its node lacks', (t) => {
  const { value } = parseFile('m.yaml', 'a: &a { b: 1, c: { d: 2 } }\ne:\n  <<: *a\n  b: 3\n')
  t.strictSame(value, { a: { b: 1, c: { d: 2 } }, e: { b: 3, c: { d: 2 } } })
  t.end()
})
