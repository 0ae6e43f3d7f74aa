import t from 'tap'
import { callFor } from './paths.ts'

const SUBJECT = { key: 'ah_sk_us_test_x', sessionId: 'vs_1', artifact: 'portrait' }

t.test('each call has its method and path', async (t) => {
  const headers = { authorization: 'Bearer ah_sk_us_test_x' }
  t.strictSame(callFor('image', SUBJECT), {
    method: 'GET',
    path: '/v1/sessions/vs_1/idv-image/portrait',
    headers,
  })
  t.strictSame(callFor('retrieve', SUBJECT), { method: 'GET', path: '/v1/sessions/vs_1', headers })
  t.strictSame(callFor('refused', { ...SUBJECT, spent: { key: 'spent', sessionId: 'vs_2' } }), {
    method: 'GET',
    path: '/v1/sessions/vs_2',
    headers: { authorization: 'Bearer spent' },
    expects: 'refusal',
  })
  t.match(callFor('refused', SUBJECT), { headers }, 'without a second key with its own budget')
  const create = callFor('create', { ...SUBJECT, sessionId: undefined })
  t.match(create, {
    method: 'POST',
    path: '/v1/sessions',
    headers: { ...headers, 'content-type': 'application/json' },
  })
  const applicant = { family_name: String, given_names: Array }
  t.match(JSON.parse(create.body!), { applicant, metadata: { crmRef: String } })
})

t.test('text of a target file is escaped in the path', async (t) => {
  const { path } = callFor('image', { ...SUBJECT, sessionId: '../x', artifact: 'a?b' })
  t.equal(path, '/v1/sessions/..%2Fx/idv-image/a%3Fb')
})

t.test('reads need a session', async (t) => {
  t.throws(
    () => callFor('retrieve', { ...SUBJECT, sessionId: undefined }),
    /retrieve needs a session: add session_id/,
  )
})
