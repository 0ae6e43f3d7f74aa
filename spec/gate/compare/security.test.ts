import t from 'tap'
import { changesBetween } from '../testing.ts'

const OLD = [{ old: [] }]
const NEW = [{ new: [] }]

/** Returns a document with a default for two operations, and one operation with its own. */
const document = (security: object[], own: object[] = OLD) => ({
  openapi: '3.1.0',
  info: { title: 'x', version: '1' },
  security,
  paths: {
    '/a': { get: answering },
    '/b': { get: answering },
    '/c': { get: { ...answering, security: own } },
  },
})
const answering = { responses: { 204: { description: 'x' } } }

t.test('a new default of credentials is one change of the operations that use it', async (t) => {
  const changes = await changesBetween(document(OLD), document(NEW))
  const refused = changes.filter(({ kind }) => kind === 'credential-refused')
  t.match(refused, [
    {
      location: { pointer: '/security' },
      effects: [{ places: ['GET /a, credentials', 'GET /b, credentials'] }],
    },
  ])
  t.equal(refused.length, 1)
  t.equal(changes.filter(({ kind }) => kind === 'credential-accepted').length, 1)
})

t.test('new credentials of one operation are a change of this operation', async (t) => {
  const [refused, ...rest] = await changesBetween(document(OLD), document(OLD, NEW))
  t.match(refused, {
    kind: 'credential-refused',
    location: { pointer: '/paths/~1c/get/security' },
    effects: [{ places: ['GET /c, credentials'] }],
  })
  t.notOk(rest.some(({ kind }) => kind === 'credential-refused'))
})
