import t from 'tap'
import { conditionText } from './condition-text.ts'

t.test('conditions are words where each keyword has some', async (t) => {
  for (const [condition, text] of [
    [{ required: ['a'] }, '`a` is present'],
    [{ type: 'object', required: ['a', 'b'] }, '`a` is present and `b` is present'],
    [{ properties: { a: { const: 1 } }, required: ['a'] }, '`a` is 1'],
    [{ properties: { a: { const: null } } }, '`a` is missing or null'],
    [{ properties: { a: { enum: ['x', 'y'] } } }, '`a` is missing or one of "x", "y"'],
    [
      { properties: { a: { const: 1 }, b: {} }, required: ['a', 'b'] },
      '`a` is 1 and `b` is present',
    ],
  ] as const)
    t.equal(conditionText(condition as never), text)
})

t.test('other conditions are JSON', async (t) => {
  for (const condition of [
    true,
    {},
    { type: 'string' },
    { minProperties: 1 },
    { properties: { a: { minimum: 1 } }, required: ['a'] },
    { $ref: '#/components/schemas/A' },
  ])
    t.equal(conditionText(condition), JSON.stringify(condition))
})

t.test('a long condition is cut', async (t) => {
  const names = Array.from({ length: 100 }, (_, index) => `name${index}`)
  const text = conditionText({ required: names })
  t.match(text, /^`name0` is present and [^]*…$/)
  t.equal(text.length, 201)
})
