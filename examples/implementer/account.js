import { randomBytes } from 'node:crypto'
import { ApiError, invalid } from './errors.js'
import { route } from './route.js'
import * as store from './store.js'
import { issuesOf, oneOf, text } from './validate.js'

/** Sessions by browser token: a token is unknown in the other region. */
const tokens = { us: new Map(), eu: new Map() }

export const accountRoutes = [
  route(
    'POST',
    '/v1/sessions/{id}/browser_token',
    { routeClass: 'global' },
    async ({ region, key, params }) => {
      const session = store.find(key.plane, 'vs', params.id)
      const browserToken = `bt_${randomBytes(24).toString('base64url')}`
      tokens[region].set(browserToken, session)
      return { status: 200, body: { browserToken } }
    },
  ),
  route('GET', '/sdk/v1/sessions/me', { public: true }, async ({ region, headers }) => {
    const token = /^Bearer (.+)$/.exec(headers.authorization ?? '')?.[1]
    const session = tokens[region].get(token)
    if (!session) throw new ApiError('token_expired', 'Create another browser token.')
    return { status: 200, body: { data: { id: session.id, status: session.status, steps: [] } } }
  }),
  route('GET', '/v1/wallet', { routeClass: 'reads' }, async () => ({
    status: 200,
    body: { data: { currency: null, balance_minor: null, status: 'absent' } },
  })),
  route('POST', '/v1/data_subject_requests', { routeClass: 'dsar:create' }, async (call) => {
    const body = await call.json()
    const fields = { type: oneOf('access', 'erasure'), applicant_id: text(1, 100) }
    const issues = issuesOf(body, fields, [], Object.keys(fields))
    if (issues.length > 0) throw invalid(issues)
    store.find(call.key.plane, 'app', body.applicant_id)
    return {
      status: 202,
      body: { data: store.create(call.key.plane, 'dsr', { ...body, status: 'pending' }) },
    }
  }),
]
