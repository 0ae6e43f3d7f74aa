import t from 'tap'
import { documentWith, verdictBetween } from '../../../testing.ts'

const variant = (index: number, more: object = {}) => ({
  type: 'object',
  required: ['kind'],
  properties: { kind: { const: `k${index}` }, ...more },
})

t.test(
  'a proof that is too long is given up, and the schemas are compared as before',
  async (t) => {
    const fields = Object.fromEntries(
      Array.from({ length: 100 }, (_, index) => [
        `f${index}`,
        { oneOf: Array.from({ length: 8 }, (_, of) => variant(of, { v: { minLength: index } })) },
      ]),
    )
    const was = { type: 'object', properties: fields, anyOf: [{ required: ['a'] }] }
    const is = { type: 'object', properties: fields, required: ['a'] }
    t.equal(await verdictBetween(documentWith(was, true), documentWith(is, true)), 'breaking')
  },
)
