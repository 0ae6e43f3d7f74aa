import { invalid } from './errors.js'
import { normalized } from './phones.js'
import { route } from './route.js'
import * as store from './store.js'
import { issue, issuesOf, listOf, text } from './validate.js'

const ADDRESS = {
  line1: text(1, 200),
  city: text(1, 200),
  postal_code: text(1, 20),
  place_id: text(1, 200),
  country: text(2, 2, /^[A-Z]{2}$/),
}

const FIELDS = {
  family_name: text(1, 100),
  given_names: listOf(10, text(1, 100)),
  name_suffix: text(1, 30),
  email: text(3, 254, /^[^@\s]+@[^@\s]+$/),
  date_of_birth: text(10, 10, /^\d{4}-\d\d-\d\d$/),
  address: (value, path) => issuesOf(value, ADDRESS, path),
}

const NAME = ['family_name', 'given_names']

/** Returns the issues of an applicant; a change need not contain every field. */
export function applicantIssues(value, headers, path = [], required = NAME) {
  const phone = (one, at) =>
    normalized(one, headers) ? [] : [issue('invalid_phone', at, 'Expected a phone number.')]
  return issuesOf(value, { ...FIELDS, phone }, path, required)
}

/** Stores a valid applicant. */
export function newApplicant(plane, fields, headers) {
  return store.create(plane, 'app', kept(fields, headers))
}

function kept({ phone, ...fields }, headers) {
  return { ...fields, ...(phone !== undefined && { phone: normalized(phone, headers) }) }
}

const write = { routeClass: 'applicants:create' }
const read = { routeClass: 'reads' }
const applicantOf = ({ key, params }) => store.find(key.plane, 'app', params.id)

export const applicantRoutes = [
  route('POST', '/v1/applicants', write, async (call) => {
    const body = await call.json()
    const issues = applicantIssues(body, call.headers)
    if (issues.length > 0) throw invalid(issues)
    return { status: 201, body: { data: newApplicant(call.key.plane, body, call.headers) } }
  }),
  route('PATCH', '/v1/applicants/{id}', write, async (call) => {
    const applicant = applicantOf(call)
    const body = await call.json()
    const issues = applicantIssues(body, call.headers, [], [])
    if (issues.length > 0) throw invalid(issues)
    return { status: 200, body: { data: Object.assign(applicant, kept(body, call.headers)) } }
  }),
  route('DELETE', '/v1/applicants/{id}', write, async (call) => {
    store.remove(applicantOf(call).id)
    return { status: 204 }
  }),
  route('GET', '/v1/applicants/{id}', read, async (call) => ({
    status: 200,
    body: { data: applicantOf(call) },
  })),
  route('GET', '/v1/applicants', read, async ({ key }) => ({
    status: 200,
    body: { data: store.list(key.plane, 'app').slice(0, 100) },
  })),
]
