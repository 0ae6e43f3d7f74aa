import type { ApplicantRecord } from '../../features/applicants/applicants.ts'
import type { SessionRecord } from '../../features/sessions/session-record.ts'

/** The text by which a session is found: its ids, the names of its applicant, keys and values of its metadata. */
export function sessionWords(
  session: SessionRecord,
  applicant: ApplicantRecord | undefined,
): string {
  const names = applicant
    ? [
        ...applicant.given_names,
        applicant.family_name,
        applicant.name_suffix,
        applicant.legal_name,
        applicant.localized_name,
      ]
    : []
  const ids = [session.id, session.applicant_id, session.workflow_template_id]
  return [...ids.flatMap(withoutPrefix), ...names, ...leaves(JSON.parse(session.metadata))]
    .filter((word) => word !== null && word !== undefined && word !== '')
    .join(' ')
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
