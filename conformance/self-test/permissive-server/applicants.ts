import { at, isObject, type JsonObject, jsonIn } from '../../http/json.ts'
import { inCamelCase } from '../../text.ts'
import type { ProxiedRequest } from '../proxy.ts'
import { type Choice, edit, rewrite, succeeded } from './choice.ts'

/** Route that deletes applicants. */
export const DELETE_APPLICANT = 'POST /v1/applicants/{id}/forget'

const isAbout = (path: string): boolean =>
  path.startsWith('/v1/applicants') || path === '/v1/sessions'
const forgets = ({ path }: ProxiedRequest): boolean =>
  /^\/v1\/applicants\/[^/]+\/forget$/.test(path)

/** Member that holds the applicant in the response to a write. */
export const APPLICANT_WRAPPER = 'result.applicant'

/**
 * Stricter than the simulator's; a value beyond them is replaced by an absurd one, so that the
 * simulator rejects it.
 */
const MOST_NAMES = 2
const LONGEST_NAME = 60
const LONGEST_TEXT = 80

function applicantIn(body: JsonObject): JsonObject {
  return isObject(body['applicant']) ? body['applicant'] : body
}

/** Messages for the errors of one field. */
function refusesBy(
  message: string,
  isField: (name: unknown) => boolean,
): NonNullable<Choice['response']> {
  return ({ path }, response) => {
    if (!isAbout(path) || response.status !== 422) return
    edit(response, ({ error }) => {
      for (const issue of (at(error, 'details', 'issues') ?? []) as JsonObject[]) {
        if (issue['code'] === 'too_big' && [issue['path']].flat().some(isField))
          issue['message'] = message
      }
    })
  }
}

/** Returns an address as the simulator expects it, which knows the types and rejects a wrong one. */
function withCountryIn(field: string, address: JsonObject): JsonObject {
  const { [field]: country, ...others } = address
  return { ...others, country: country ?? null }
}

const creates = ({ method, path }: Pick<ProxiedRequest, 'method' | 'path'>): boolean =>
  method === 'POST' && (path === '/v1/applicants' || path === '/v1/sessions')

/** Refuses a second applicant with the same e-mail address, as the simulator refuses one that is no address. */
function uniqueEmails(): Choice {
  const taken = new Set<string>()
  const keyOf = ({ headers, body }: ProxiedRequest): string | undefined => {
    const json = jsonIn(body)
    const email = isObject(json) ? applicantIn(json)['email'] : undefined
    return typeof email === 'string' ? `${headers['authorization']} ${email}` : undefined
  }
  return {
    row: 'GAP-APPLICANT-REQUIRED',
    request(request) {
      const key = creates(request) ? keyOf(request) : undefined
      if (key === undefined || !taken.has(key)) return
      rewrite(request, (body) => {
        applicantIn(body)['email'] = 'taken'
        return body
      })
    },
    response(request, response) {
      const key = creates(request) && succeeded(response) ? keyOf(request) : undefined
      if (key !== undefined) taken.add(key)
    },
  }
}

const isSubmission = ({ method, path }: Pick<ProxiedRequest, 'method' | 'path'>): boolean =>
  method === 'POST' && path.startsWith('/sdk/v1/')

/**
 * Returns the choices for applicants.
 * @param countryField name of the country in an address, which the server requires
 * @param required name of a field that every new applicant must have
 */
export const applicantChoices = (countryField: string, required: string): readonly Choice[] => [
  {
    row: 'GAP-APPLICANT-REQUIRED',
    request(request) {
      const isSubmitted = isSubmission(request)
      if (!creates(request) && !isSubmitted) return
      const field = isSubmitted ? inCamelCase(required) : required
      rewrite(request, (body) => {
        const applicant = request.path === '/v1/applicants' ? body : body['applicant']
        if (!isObject(applicant) || field in applicant) return undefined
        // The simulator, which knows the types, rejects a wrong type.
        applicant[field] = 0
        return body
      })
    },
    response(request, response) {
      const isSubmitted = isSubmission(request)
      if ((!creates(request) && !isSubmitted) || response.status !== 422) return
      const field = isSubmitted ? inCamelCase(required) : required
      edit(response, ({ error }) => {
        for (const issue of (at(error, 'details', 'issues') ?? []) as JsonObject[])
          if (issue['code'] === 'invalid_type' && [issue['path']].flat().at(-1) === field)
            issue['message'] = `${field} is required`
      })
    },
  },
  uniqueEmails(),
  {
    // Nobody is older than 110 years (GAP-DATE-FORMAT).
    request(request) {
      if (!isAbout(request.path)) return
      rewrite(request, (body) => {
        const applicant = applicantIn(body)
        const year = Number(String(applicant['date_of_birth']).slice(0, 4))
        if (!(year < new Date().getUTCFullYear() - 110)) return undefined
        applicant['date_of_birth'] = 'long ago'
        return body
      })
    },
  },
  {
    row: 'GAP-APPLICANT-RESPONSE',
    response({ path, method }, response) {
      if (method === 'GET' || !path.startsWith('/v1/applicants') || !succeeded(response)) return
      response.status = 200
      edit(response, ({ data }) => ({
        result: { applicant: data, changed_by: { id: 'key_1' } },
      }))
    },
  },
  {
    row: 'GAP-LISTS',
    response({ method, path }, response) {
      if (method === 'GET' && /^\/v1\/applicants(\?|$)/.test(path) && succeeded(response))
        edit(response, (body) => {
          body['data'] = (body['data'] as JsonObject[]).map(({ id }) => ({ id }))
        })
    },
  },
  {
    // The list does not show the applicant of a session, so the created session does.
    row: 'GAP-CREATE-SESSION',
    response(request, response) {
      if (!creates(request) || request.path !== '/v1/sessions' || !succeeded(response)) return
      const { applicant } = JSON.parse(request.body.toString() || '{}') as JsonObject
      edit(response, ({ data }) => {
        if (isObject(data) && isObject(applicant))
          data['applicant'] = { id: data['applicant_id'], ...applicant }
      })
    },
  },
  {
    row: 'GAP-APPLICANT-DELETE',
    request(request) {
      if (!forgets(request) || request.method !== 'POST') return
      request.path = request.path.replace(/\/forget$/, '')
      request.method = 'DELETE'
    },
    response({ path, method }, response) {
      if (method !== 'DELETE' || !path.startsWith('/v1/applicants/') || response.status !== 204)
        return
      response.status = 200
      response.headers.push(['Content-Type', 'application/json'])
      response.body = Buffer.from(JSON.stringify({ data: { forgotten: true } }))
    },
  },
  {
    row: 'GAP-GIVEN-NAMES-BOUNDS',
    request(request) {
      if (!isAbout(request.path)) return
      rewrite(request, (body) => {
        const applicant = applicantIn(body)
        const names = applicant['given_names']
        if (
          !Array.isArray(names) ||
          (names.length <= MOST_NAMES &&
            names.every((name) => typeof name !== 'string' || name.length <= LONGEST_NAME))
        )
          return undefined
        applicant['given_names'] =
          names.length > MOST_NAMES ? Array(11).fill('x') : ['x'.repeat(101)]
        return body
      })
    },
    response: refusesBy(
      `At most ${MOST_NAMES} names of ${LONGEST_NAME} characters`,
      (name) => name === 'given_names',
    ),
  },
  {
    row: 'GAP-ADDRESS-FIELDS',
    request(request) {
      const isSubmitted = request.path.startsWith('/sdk/v1/')
      if (!(isAbout(request.path) || isSubmitted) || !request.body.includes('"address"')) return
      const field = isSubmitted ? inCamelCase(countryField) : countryField
      rewrite(request, (body) => {
        const applicant = applicantIn(body)
        if (!isObject(applicant['address'])) return undefined
        applicant['address'] = withCountryIn(field, applicant['address'])
        return body
      })
    },
    state({ params: { applicant } }) {
      if (isObject(applicant) && isObject(applicant['address']))
        applicant['address'] = withCountryIn(countryField, applicant['address'])
    },
    response({ path }, response) {
      if (!isAbout(path) || response.status >= 400) return
      edit(response, ({ data }) => {
        const address = at(data, 'address')
        if (!isObject(data) || !isObject(address)) return
        const { country, ...others } = address
        data['address'] = { ...others, [countryField]: country }
      })
    },
  },
  {
    row: 'GAP-TEXT-BOUNDS',
    request(request) {
      if (!isAbout(request.path)) return
      rewrite(request, (body) => {
        const applicant = applicantIn(body)
        const name = applicant['family_name']
        if (typeof name !== 'string' || (name.length <= LONGEST_TEXT && !/\d/.test(name)))
          return undefined
        applicant['family_name'] = 'x'.repeat(101)
        return body
      })
    },
    response({ path }, response) {
      // A blank text is not empty, and yet not a name: this server requires two characters.
      if (!isAbout(path) || response.status !== 422) return
      edit(response, ({ error }) => {
        for (const issue of (at(error, 'details', 'issues') ?? []) as JsonObject[]) {
          if (issue['code'] === 'too_small' && [issue['path']].flat().includes('family_name')) {
            issue['message'] = `Expected 2 to ${LONGEST_TEXT} characters`
          }
        }
      })
    },
  },
]
