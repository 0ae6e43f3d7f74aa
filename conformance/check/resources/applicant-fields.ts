import type { Answer } from '../../http/answer.ts'
import { isObject, type JsonObject } from '../../http/json.ts'
import type { OpenChoices } from '../../target/open-choices.ts'
import type { StepRequest } from '../check.ts'
import { issuesOf } from '../idioms.ts'
import { Blocked } from '../outcome.ts'

/** Fields that a service may require of a new applicant beside its name (GAP-APPLICANT-REQUIRED). */

/** The contract requires the names, so they need no entry in the target file. */
const STATED = ['family_name', 'given_names']

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
 * Returns the response. @throws {Blocked} if a creation is refused only because the service requires
 * fields that the target file does not name
 */
export function unlessApplicantNeedsMore(request: StepRequest, answer: Answer): Answer {
  const place = applicantIn(request)
  if (!place || answer.status !== 422) return answer
  const fields = issuesOf(answer).map(({ path }) => fieldAt(path, place.inline))
  const isMissing = (name: string | undefined): name is string =>
    name !== undefined && !STATED.includes(name) && !Object.hasOwn(place.applicant, name)
  if (fields.length === 0 || !fields.every(isMissing)) return answer
  throw new Blocked(
    `the service requires more of an applicant than a name: ${[...new Set(fields)].join(', ')}; give values in open_choices.applicant_fields of the target file`,
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

function fieldAt(path: unknown, inline: boolean): string | undefined {
  if (!Array.isArray(path)) return undefined
  const [first, second] = path as unknown[]
  const name = inline && first === 'applicant' ? second : first
  return typeof name === 'string' ? name : undefined
}
