import t from 'tap'
import { changesBetween } from '../testing.ts'

const document = (...parameters: object[]) => ({
  openapi: '3.1.0',
  info: { title: 'x', version: '1' },
  paths: { '/a': { get: { parameters, responses: { 204: { description: 'x' } } } } },
})

t.test('the id of a change of a parameter does not depend on its index', async (t) => {
  const parameter = { name: 'q', in: 'query', schema: { type: 'string' } }
  const edited = {
    ...parameter,
    required: true,
    style: 'spaceDelimited',
    'x-unknown': 1,
    schema: { type: 'string', maxLength: 3 },
  }
  const added = { name: 'r', in: 'query', required: true, schema: {} }
  const idsOf = async (...parameters: object[]) =>
    (await changesBetween(document(parameter), document(...parameters))).map(({ id }) => id)
  const alone = await idsOf(edited, added)
  t.equal(new Set(alone).size, 5)
  const among = await idsOf({ name: 'p', in: 'query', schema: {} }, edited, added)
  t.strictSame(
    alone.filter((id) => !among.includes(id)),
    [],
  )
})

t.test('the id of a change of an event header does not depend on its index', async (t) => {
  const event = (...parameters: object[]) => ({
    openapi: '3.1.0',
    info: { title: 'x', version: '1' },
    paths: {},
    webhooks: { made: { post: { parameters, responses: { 204: { description: 'x' } } } } },
  })
  const header = { name: 'X-A', in: 'header', schema: { type: 'string' } }
  const required = { ...header, required: true }
  const idsOf = async (...parameters: object[]) =>
    (await changesBetween(event(header), event(...parameters)))
      .map(({ id }) => id)
      .filter((id) => id.startsWith('header-required-'))
  const alone = await idsOf(required)
  t.equal(alone.length, 1)
  t.strictSame(await idsOf({ ...header, name: 'X-B' }, required), alone)
})
