import t from 'tap'
import fc from 'fast-check'
import type { Issue } from '../call/errors.ts'
import { issuesOf } from './validate.ts'
import { newAjv } from './ajv.ts'
import { rounds } from '../../tools/testing/rounds.ts'

const SECRET = 'the value that the caller has sent'
const issues = (schema: object, value: unknown): Issue[] =>
  issuesOf(newAjv().compile(schema), value)
const at = (schema: object): object => ({ type: 'object', properties: { f: schema } })

t.test('a valid value has no issues', async (t) => {
  const schema = {
    type: 'object',
    required: ['a'],
    additionalProperties: false,
    properties: { a: { type: 'string' } },
  }
  t.strictSame(issues(schema, { a: '' }), [])
})

t.test(
  'VAL-002 VAL-003 VAL-004 VAL-006 the issue of each rule has code, path, message and param',
  async (t) => {
    const table: [name: string, schema: object, value: unknown, code: string, message: string][] = [
      ['type', { type: 'string' }, 5, 'invalid_type', 'Expected string, received number'],
      ['type: null', { type: 'string' }, null, 'invalid_type', 'Expected string, received null'],
      [
        'type: list',
        { type: ['string', 'null'] },
        [],
        'invalid_type',
        'Expected string or null, received array',
      ],
      ['integer', { type: 'integer' }, 1.5, 'invalid_type', 'Expected integer, received number'],
      [
        'enum',
        { enum: ['pass', 'fail'] },
        SECRET,
        'invalid_enum_value',
        'Expected one of "pass", "fail"',
      ],
      [
        'enum of another type',
        { type: 'string', enum: ['pass', 'fail'] },
        null,
        'invalid_type',
        'Expected one of "pass", "fail", received null',
      ],
      ['const', { const: 'v1' }, SECRET, 'invalid_enum_value', 'Expected "v1"'],
      [
        'minLength',
        { type: 'string', minLength: 1 },
        '',
        'too_small',
        'Expected at least 1 character',
      ],
      [
        'maxLength',
        { type: 'string', maxLength: 3 },
        SECRET,
        'too_big',
        'Expected at most 3 characters',
      ],
      [
        'minItems',
        { type: 'array', minItems: 2 },
        [SECRET],
        'too_small',
        'Expected at least 2 entries',
      ],
      [
        'maxItems',
        { type: 'array', maxItems: 1 },
        [SECRET, 1],
        'too_big',
        'Expected at most 1 entry',
      ],
      [
        'minProperties',
        { type: 'object', minProperties: 1 },
        {},
        'too_small',
        'Expected at least 1 entry',
      ],
      [
        'maxProperties',
        { type: 'object', maxProperties: 0 },
        { a: 1 },
        'too_big',
        'Expected at most 0 entries',
      ],
      ['minimum', { type: 'number', minimum: 1 }, -77, 'too_small', 'Expected 1 or more'],
      ['maximum', { type: 'number', maximum: 1 }, 77, 'too_big', 'Expected 1 or less'],
      [
        'exclusiveMinimum',
        { type: 'number', exclusiveMinimum: 1 },
        1,
        'too_small',
        'Expected more than 1',
      ],
      [
        'exclusiveMaximum',
        { type: 'number', exclusiveMaximum: 1 },
        1,
        'too_big',
        'Expected less than 1',
      ],
      [
        'format',
        { type: 'string', format: 'email' },
        SECRET,
        'invalid_string',
        'Expected a valid email, such as ana@example.com',
      ],
      [
        'pattern',
        { type: 'string', pattern: '^a+$' },
        SECRET,
        'invalid_string',
        'Expected text of the form ^a+$',
      ],
      [
        'pattern in words',
        { type: 'string', pattern: '^a+$', 'x-message': 'Expected only a' },
        SECRET,
        'invalid_string',
        'Expected only a',
      ],
      ['not', { not: { type: 'string' } }, SECRET, 'custom', "Breaks the rule 'not' of the schema"],
      [
        'not in words',
        { not: { type: 'string' }, 'x-message': 'Anything but text' },
        SECRET,
        'custom',
        'Anything but text',
      ],
      [
        'uniqueItems',
        { type: 'array', uniqueItems: true },
        [{ a: 1 }, { a: 1 }],
        'custom',
        'Expected each entry at most once',
      ],
      [
        'null among others',
        { anyOf: [{ type: 'string' }, { type: 'null' }] },
        5,
        'invalid_type',
        'Expected string, received number',
      ],
    ]
    for (const [name, schema, value, code, message] of table) {
      const found = issues(at(schema), { f: value })
      t.strictSame(found, [{ code, path: ['f'], message, param: 'f' }], name)
      t.notMatch(JSON.stringify(found), SECRET, `${name}: the value is not repeated`)
    }
  },
)

t.test('the length of a text is its number of code points', async () => {
  const piece = fc.constantFrom('a', 'é', '👍', '\ud83d', '\udc4d', '\u0301')
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 12 }), fc.nat(12), (pieces, maxLength) => {
      const text = pieces.join('')
      return newAjv().compile({ type: 'string', maxLength })(text) === [...text].length <= maxLength
    }),
  )
})

t.test('a missing field is named', async (t) => {
  const required = {
    type: 'object',
    required: ['a'],
    properties: { a: {}, f: { type: 'object', required: ['b'] } },
  }
  t.strictSame(issues(required, { f: {} }), [
    { code: 'invalid_type', path: ['a'], message: 'Required', param: 'a' },
    { code: 'invalid_type', path: ['f', 'b'], message: 'Required', param: 'b' },
  ])
})

t.test('an unknown kind is reported', async (t) => {
  const schema = {
    type: 'object',
    required: ['kind'],
    discriminator: { propertyName: 'kind' },
    oneOf: [
      { properties: { kind: { const: 'a' }, n: { type: 'number' } } },
      { properties: { kind: { const: 'b' } } },
    ],
  }
  t.match(issues(schema, { kind: SECRET }), [
    { code: 'invalid_enum_value', path: ['kind'], param: 'kind' },
  ])
  t.match(
    issues(schema, { kind: 'a', n: '1' }),
    [{ code: 'invalid_type', path: ['n'] }],
    'a known one has its own',
  )
  t.notMatch(JSON.stringify(issues(schema, { kind: SECRET })), SECRET)
})

t.test('the path contains array indexes and unusual keys', async (t) => {
  const leaf = {
    type: 'object',
    additionalProperties: { type: 'array', items: { type: 'string' } },
  }
  const issue = { code: 'invalid_type', message: 'Expected string, received number' }
  t.match(issues(at(leaf), { f: { 'a/b~c': ['x', 5] } }), [
    { ...issue, path: ['f', 'a/b~c', 1], param: 'a/b~c' },
  ])
  t.strictSame(issues({ type: 'array', items: { type: 'string' } }, [5]), [{ ...issue, path: [0] }])
  t.strictSame(issues({ type: 'string' }, 5), [{ ...issue, path: [] }])
})

t.test('VAL-001 every problem is reported once', async (t) => {
  const schema = {
    type: 'object',
    additionalProperties: false,
    required: ['a', 'b'],
    properties: {
      a: { type: 'string' },
      b: { type: 'string', minLength: 3, pattern: '^x' },
      c: { anyOf: [{ type: 'string', maxLength: 1 }, { maxLength: 1 }] },
    },
  }
  const found = issues(schema, { b: 'yy', c: 'cc', d: 1, e: 2 })
  t.strictSame(found.map(({ code, path }) => [code, ...path].join(' ')).sort(), [
    'invalid_string b',
    'invalid_type a',
    'too_big c',
    'too_small b',
    'unrecognized_keys',
  ])
})

t.test('VAL-001 a union reports the branch that accepts the type, and no other', async (t) => {
  const union = {
    oneOf: [
      { type: 'string', minLength: 1 },
      { type: 'object', minProperties: 1 },
    ],
  }
  const codes = (value: unknown) => issues(union, value).map(({ code }) => code)
  t.strictSame(codes(''), ['too_small'])
  t.strictSame(codes({}), ['too_small'])
  t.strictSame(codes(5), ['invalid_type', 'invalid_type'])
})

t.test('VAL-005 unknown fields are reported together, for each object', async (t) => {
  const inner = { type: 'object', additionalProperties: false, properties: { known: {} } }
  const schema = { ...inner, properties: { inner, list: { type: 'array', items: inner } } }
  const found = issues(schema, { x: 1, y: 2, inner: { Known: 1, z: 1 }, list: [{}, { w: 1 }] })
  const told = (path: (string | number)[]) =>
    found.find((issue) => issue.path.join() === path.join())
  t.equal(found.length, 3)
  t.match(told([]), { code: 'unrecognized_keys', keys: ['x', 'y'] })
  t.match(told(['inner']), {
    code: 'unrecognized_keys',
    keys: ['Known', 'z'],
    message: "did you mean 'known'?",
  })
  t.match(told(['list', 1]), { code: 'unrecognized_keys', keys: ['w'] })
  const whole = {
    type: 'object',
    allOf: [{ properties: { a: {} } }],
    properties: { b: {} },
    unevaluatedProperties: false,
  }
  t.match(issues(whole, { a: 1, b: 2, c: 3, d: 4 }), [
    { code: 'unrecognized_keys', path: [], keys: ['c', 'd'] },
  ])
  const closed = { type: 'object', additionalProperties: false, properties: {} }
  const twice = issues({ anyOf: [closed, closed] }, { x: 1 })
  t.strictSame(
    twice.flatMap(({ keys }) => keys ?? []),
    ['x'],
    'branches tell a key once',
  )
})

t.test('names such as __proto__ are fields like any other', async (t) => {
  const closed = { type: 'object', additionalProperties: false, properties: { a: {} } }
  for (const key of ['__proto__', 'constructor', 'toString', 'hasOwnProperty']) {
    const value = JSON.parse(`{"${key}":{"a":1}}`) as object
    t.match(issues(closed, value), [{ code: 'unrecognized_keys', keys: [key] }], key)
  }
})

t.test('values are not coerced, added or removed', async (t) => {
  const schema = {
    type: 'object',
    properties: {
      list: { type: 'array' },
      text: { type: 'string', default: 'x' },
      n: { type: 'number' },
      no: { type: 'boolean' },
    },
  }
  const value = { list: 'one', text: null, n: '5', no: 0, more: 1 }
  const before = structuredClone(value)
  t.strictSame(
    issues(schema, value)
      .map(({ path }) => path[0])
      .sort(),
    ['list', 'n', 'no', 'text'],
  )
  t.strictSame(value, before)
  const empty = {}
  t.strictSame(issues(schema, empty), [])
  t.strictSame(empty, {})
})

t.test('VAL-001 entries beyond the maximum length are listed with their problems', async (t) => {
  const schema = at({ type: 'array', maxItems: 2, items: { type: 'object', required: ['a'] } })
  const found = issues(schema, { f: [{ a: 1 }, {}, { a: 1 }, {}] })
  t.strictSame(found.map(({ code, path }) => [code, ...path].join(' ')).sort(), [
    'invalid_type f 1 a',
    'invalid_type f 3 a',
    'too_big f',
  ])
})

t.test('for any input, issues are well-formed and repeat no value', async () => {
  const schema = {
    type: 'object',
    additionalProperties: false,
    required: ['a'],
    properties: {
      a: { type: 'string', maxLength: 2, pattern: '^[a-z]*$' },
      b: { type: 'array', maxItems: 2, items: { enum: [1, 2] } },
      c: { anyOf: [{ type: 'null' }, { const: 'c' }] },
    },
  }
  const validate = newAjv().compile(schema)
  const marked = fc.string({ minLength: 4, maxLength: 20 }).map((text) => `VALUE${text}`)
  const leaf = fc.oneof(marked, fc.integer(), fc.constant(null), fc.boolean())
  const value = fc.oneof(
    leaf,
    fc.array(leaf, { maxLength: 4 }),
    fc.dictionary(fc.constantFrom('x', 'a'), leaf),
  )
  const body = fc.oneof(
    value,
    fc.dictionary(fc.constantFrom('a', 'b', 'c', 'd', '__proto__'), value),
  )
  fc.assert(
    fc.property(body, (value) => {
      for (const issue of issuesOf(validate, value)) {
        const { code, path, message, keys, param } = issue
        if (typeof code !== 'string' || !Array.isArray(path) || message === '')
          throw new Error(JSON.stringify(issue))
        if ((code === 'unrecognized_keys') !== Array.isArray(keys))
          throw new Error(`keys: ${JSON.stringify(issue)}`)
        if (param !== undefined && !path.includes(param))
          throw new Error(`param: ${JSON.stringify(issue)}`)
        if (JSON.stringify(issue).includes('VALUE'))
          throw new Error(`repeats a value: ${JSON.stringify(issue)}`)
      }
    }),
    { numRuns: rounds(1000) },
  )
})
