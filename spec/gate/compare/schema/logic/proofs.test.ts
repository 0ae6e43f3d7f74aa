import t from 'tap'
import { changesBetween, documentWith, verdictBetween } from '../../../testing.ts'

const variant = (index: number, more: object = {}) => ({
  type: 'object',
  required: ['kind'],
  properties: { kind: { const: `k${index}` }, ...more },
})

t.test('schemas that lead to themselves have no proof', async (t) => {
  const document = (schema: object) => ({
    ...documentWith({ $ref: '#/components/schemas/Node' }, true),
    components: { schemas: { Node: { type: 'object', ...schema } } },
  })
  const next = { next: { $ref: '#/components/schemas/Node' } }
  const was = document({ properties: next, anyOf: [{ required: ['a'] }] })
  const is = document({ properties: next, required: ['a'] })
  t.equal(await verdictBetween(was, is), 'breaking')
})

t.test('a new limit inside of a variant remains a change of the variant', async (t) => {
  const was = { anyOf: [variant(1, { a: { type: 'string' } }), variant(2)] }
  const is = { anyOf: [variant(1, { a: { type: 'string', maxLength: 9 } }), variant(2)] }
  const [change] = await changesBetween(documentWith(was, true), documentWith(is, true))
  t.match(change, { kind: 'max-length-narrower', severity: 'breaking' })
})

t.test('a discriminator distinguishes variants of equal schemas', async (t) => {
  const document = (names: string[], mapping: object) => ({
    ...documentWith(
      {
        oneOf: names.map((name) => ({ $ref: `#/components/schemas/${name}` })),
        discriminator: { propertyName: 'kind', mapping },
      },
      true,
    ),
    components: {
      schemas: Object.fromEntries(
        ['Cat', 'Dog'].map((name) => [name, { type: 'object', required: ['kind'] }]),
      ),
    },
  })
  const was = document(['Cat', 'Dog'], { cat: 'Cat', dog: 'Dog' })
  t.equal(
    await verdictBetween(was, document(['Cat', 'Dog'], { cat: 'Cat', hound: 'Dog' })),
    'breaking',
  )
  t.equal(await verdictBetween(was, document(['Dog', 'Cat'], { cat: 'Cat', dog: 'Dog' })), 'same')
})
