import t from 'tap'
import { at, containsJson, exactNumber, orderlessJson, isObject, parseJson, walk } from './json.ts'

t.test('own members only', async (t) => {
  const value = JSON.parse('{"a":{"__proto__":[1,2]},"s":"text"}') as unknown
  t.equal(at(value, 'a', '__proto__', 1), 2)
  t.equal(at(value, 'a', 'toString'), undefined)
  t.equal(at(value, 's', 'length'), undefined)
  t.equal(at(null, 'a'), undefined)
  t.strictSame(
    [isObject({}), isObject([]), isObject(null), isObject('')],
    [true, false, false, false],
  )
})

t.test('a walk visits parents first, in order, and omits excluded members', async (t) => {
  const document = { a: [1, { b: 2 }], c: { d: 3 }, e: 4 }
  const paths = Array.from(
    walk(document, (key, path) => !(key === 'd' && path[0] === 'c')),
    ({ path }) => path.join('.'),
  )
  t.strictSame(paths, ['', 'a', 'a.0', 'a.1', 'a.1.b', 'c', 'e'])
})

t.test('a walk handles JSON that is nested deeper than the stack', async (t) => {
  const deep: unknown = JSON.parse('['.repeat(200_000) + ']'.repeat(200_000))
  let visited = 0
  for (const _ of walk(deep)) visited++
  t.equal(visited, 200_000)
})

t.test('a value contains another in any order, with more members at any depth', async (t) => {
  const part = { name: 'a', condition: { op: 'AND', children: [{ field: 'x', value: [1, 2] }] } }
  const more = {
    condition: { id: 7, children: [{ value: [1, 2], field: 'x', note: null }], op: 'AND' },
    name: 'a',
    priority: 100,
  }
  t.ok(containsJson(more, part))
  for (const lacks of [
    { ...more, name: 'b' },
    { ...more, condition: { op: 'AND', children: [] } },
    { ...more, condition: { op: 'AND', children: [{ field: 'x', value: [2, 1] }] } },
    { name: 'a' },
    [part],
    undefined,
  ])
    t.notOk(containsJson(lacks, part))
})

t.test('whole numbers that a double cannot hold become text', async (t) => {
  const kept = new Set<string>()
  t.strictSame(
    parseJson('{"id":9007199254740993,"n":[-12345678901234567890,9007199254740991]}', kept),
    { id: '9007199254740993', n: ['-12345678901234567890', 9007199254740991] },
  )
  t.strictSame([...kept], ['9007199254740993', '-12345678901234567890'])
  t.strictSame(parseJson('["9007199254740993",0.1234567890123456,1e300,null]'), [
    '9007199254740993',
    0.1234567890123456,
    1e300,
    null,
  ])
  t.throws(() => parseJson('{"a":9007199254740993'), SyntaxError)
  const deep = `${'['.repeat(200_000)}9007199254740993${']'.repeat(200_000)}`
  t.doesNotThrow(() => parseJson(deep), 'deeper than the stack')
})

t.test('the order of members makes no difference, that of an array does', async (t) => {
  const [one, other, changed] = [
    '{"id":"r1","by":{"b":null,"__proto__":[1,2]}}',
    '{"by":{"__proto__":[1,2],"b":null},"id":"r1"}',
    '{"by":{"__proto__":[2,1],"b":null},"id":"r1"}',
  ].map((text) => orderlessJson(parseJson(text)))
  t.equal(one, other)
  t.not(one, changed)
})

t.test('a number is sent with all of its digits', async (t) => {
  t.equal(JSON.stringify({ id: exactNumber('9007199254740993') }), '{"id":9007199254740993}')
})
