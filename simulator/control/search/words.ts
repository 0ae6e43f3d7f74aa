import type { ApplicantRecord } from '../../features/applicants/applicants.ts'
import type { SessionRecord } from '../../features/sessions/session-record.ts'

/** The text by which a session is found: its ids, the names of its applicant, keys and values of its metadata. */
export function sessionWords(
  session: SessionRecord,
  applicant: ApplicantRecord | undefined,
): string {
  const names = applicant ? namesOf(applicant) : []
  const ids = [session.id, session.applicant_id, session.workflow_template_id]
  return joined([...ids.flatMap(withoutPrefix), ...names, ...leaves(JSON.parse(session.metadata))])
}

/** The text by which an applicant is found: its id, names, e-mail address and phone number. */
export function applicantWords(applicant: ApplicantRecord): string {
  const { id, email, phone } = applicant
  return joined([...withoutPrefix(id), ...namesOf(applicant), email, phone])
}

function namesOf(applicant: ApplicantRecord): (string | undefined)[] {
  const { given_names, family_name, name_suffix, legal_name, localized_name } = applicant
  return [...given_names, family_name, name_suffix, legal_name, localized_name]
}

function joined(words: (string | undefined)[]): string {
  return words.filter((word) => word !== undefined && word !== '').join(' ')
}

/** An id is found by its beginning with and without the prefix. */
function withoutPrefix(id: string | null): string[] {
  return id === null ? [] : [id, id.replace(/^[a-z]+_/, '')]
}

function leaves(value: unknown): string[] {
  if (value === null) return []
  if (Array.isArray(value)) return value.flatMap(leaves)
  if (typeof value === 'object')
    return Object.entries(value).flatMap(([name, item]) => [name, ...leaves(item)])
  return [String(value)]
}
