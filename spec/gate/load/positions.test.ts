import t from 'tap'
import { parseFile } from './parse.ts'
import { lineOf } from './positions.ts'

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

t.test('a repeated key of YAML is an error with its place', (t) => {
  const fault = 'm.yaml is not valid YAML: Map keys must be unique at line'
  t.throws(() => parseFile('m.yaml', 'a: 1\nb: { c: 1,\n  c: 2 }\n'), {
    message: `${fault} 3, column 3`,
  })
  t.throws(() => parseFile('m.yaml', 'a:\n  - 1: x\n    1: y\n'), {
    message: `${fault} 3, column 5`,
  })
  t.strictSame(parseFile('m.yaml', '1: x\n"a": y\n').value, { 1: 'x', a: 'y' })
  t.end()
})
