import type { Answer } from '../../http/answer.ts'
import { isObject, type JsonObject } from '../../http/json.ts'
import type { OpenChoices } from '../../target/open-choices.ts'
import { inCamelCase, inSnakeCase } from '../../text.ts'
import type { StepRequest } from '../check.ts'
import { issuesOf } from '../idioms.ts'
import { Blocked } from '../outcome.ts'

/** Fields that a service may require of a new applicant beside its name (GAP-APPLICANT-REQUIRED). */

/** The contract requires the names, so they need no entry in the target file. */
const STATED = ['family_name', 'given_names', 'familyName', 'givenNames', 'legalName']

/** Members of an SDK submission besides the names; it has no others. */
const SUBMITTED = ['nameSuffix', 'email', 'phone', 'dateOfBirth', 'address']

/** Returns a creation with the fields of the target file that it does not send itself; else the request. */
export function withApplicantFields(
  request: StepRequest,
  { applicantFields }: Pick<OpenChoices, 'applicantFields'>,
): StepRequest {
  const place = applicantIn(request)
  if (!place) return request
  const { inline, applicant } = place
  const whole = { ...applicantFields, ...applicant }
  return { ...request, json: inline ? { ...(request.json as object), applicant: whole } : whole }
}

/**
 * Returns the response.
 * @throws {Blocked} if a creation is refused only because the service requires fields that the
 * target file does not name
 */
export function unlessApplicantNeedsMore(request: StepRequest, answer: Answer): Answer {
  const place = applicantIn(request)
  // A path may begin at the body or at the applicant, so members of both were sent.
  const sent = { ...(request.json as JsonObject), ...place?.applicant }
  if (place) blockIfMoreIsNeeded(answer, sent, place.inline ? 'applicant' : undefined)
  return answer
}

/** Returns what a person types in a browser, with the fields of the target file that a submission can have. */
export function submittedApplicant(
  { applicantFields }: Pick<OpenChoices, 'applicantFields'>,
  applicant: JsonObject,
): JsonObject {
  const fields = Object.entries(camelCased(applicantFields))
  return {
    ...Object.fromEntries(fields.filter(([name]) => SUBMITTED.includes(name))),
    ...applicant,
  }
}

/**
 * @param sent the members that the request has
 * @param place member of the request that holds the applicant, if one does
 * @throws {Blocked} if a 422 is only about fields that were not sent and the contract does not require
 */
export function blockIfMoreIsNeeded(answer: Answer, sent: JsonObject, place: unknown): void {
  if (answer.status !== 422) return
  const issues = issuesOf(answer)
  // `keys` names unrecognized fields, whatever the path of their object looks like.
  if (issues.some(({ keys }) => Array.isArray(keys))) return
  const fields = issues.map(({ path }) => fieldAt(path, place))
  const isMissing = (name: string | undefined): name is string =>
    name !== undefined && !STATED.includes(name) && !Object.hasOwn(sent, name)
  if (fields.length === 0 || !fields.every(isMissing)) return
  const names = [...new Set(fields.map(inSnakeCase))].join(', ')
  throw new Blocked(
    `the service requires more of an applicant than a name: ${names}; give values in open_choices.applicant_fields of the target file`,
  )
}

function camelCased(fields: JsonObject): JsonObject {
  return Object.fromEntries(
    Object.entries(fields).map(([name, value]) => [
      inCamelCase(name),
      isObject(value) ? camelCased(value) : value,
    ]),
  )
}

/** Returns the applicant that a request creates; undefined if it creates none, or none of the right form. */
function applicantIn({
  method,
  path,
  json,
}: StepRequest): { inline: boolean; applicant: JsonObject } | undefined {
  if (method !== 'POST' || !isObject(json)) return undefined
  if (path === '/v1/applicants') return { inline: false, applicant: json }
  const { applicant } = json
  return path === '/v1/sessions' && isObject(applicant) ? { inline: true, applicant } : undefined
}

function fieldAt(path: unknown, place: unknown): string | undefined {
  if (!Array.isArray(path)) return undefined
  const [first, second] = path as unknown[]
  const name = first === place ? second : first
  return typeof name === 'string' ? name : undefined
}
