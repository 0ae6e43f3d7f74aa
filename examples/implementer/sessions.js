import { applicantIssues, newApplicant } from './applicants.js'
import { invalid } from './errors.js'
import { route } from './route.js'
import * as store from './store.js'
import { issue, issuesOf, oneOf } from './validate.js'

const FIELDS = {
  expected_outcome: oneOf('pass', 'review', 'fail', 'doc_quality'),
  metadata: (value, path) =>
    typeof value === 'object' && value !== null && !Array.isArray(value)
      ? []
      : [issue('invalid_type', path, 'Expected an object.')],
}

const read = { routeClass: 'reads', scope: 'sessions:read' }
const act = { routeClass: 'global' }
const sessionOf = ({ key, params }) => store.find(key.plane, 'vs', params.id)

export const sessionRoutes = [
  route(
    'POST',
    '/v1/sessions',
    { routeClass: 'sessions:create', scope: 'sessions:write' },
    async (call) => {
      const { key, headers } = call
      const body = await call.json()
      // Expected outcomes are for tests: live mode ignores them.
      if (key.mode === 'live') delete body?.expected_outcome
      const fields = {
        ...FIELDS,
        applicant: (value, path) => applicantIssues(value, headers, path),
      }
      const issues = issuesOf(body, fields)
      if (issues.length > 0) throw invalid(issues)
      const applicant = body.applicant && newApplicant(key.plane, body.applicant, headers)
      const session = store.create(key.plane, 'vs', {
        status: 'created',
        metadata: body.metadata ?? {},
        applicant_id: applicant?.id ?? null,
      })
      return { status: 201, body: { data: session } }
    },
  ),
  route('GET', '/v1/sessions', read, async ({ key }) => ({
    status: 200,
    body: { data: store.list(key.plane, 'vs').slice(0, 100) },
  })),
  route('GET', '/v1/sessions/{id}', read, async (call) => ({
    status: 200,
    body: { data: sessionOf(call) },
  })),
  ...['resend', 'notes', 'skip_step'].map((action) =>
    route('POST', `/v1/sessions/{id}/${action}`, act, async (call) => ({
      status: 200,
      body: { data: sessionOf(call) },
    })),
  ),
  route('POST', '/v1/sessions/{id}/cancel', act, async (call) => ({
    status: 200,
    body: { data: Object.assign(sessionOf(call), { status: 'cancelled' }) },
  })),
]
