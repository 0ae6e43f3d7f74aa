import type { Ports } from '../../ports.ts'
import type { Change } from '../../store/records.ts'
import { APPLICANT, type ApplicantRecord } from '../applicants/applicants.ts'
import type { SessionRecord } from './session-record.ts'

/**
 * Returns the applicant of a session, if known.
 * @param changes of the same call, which may contain the applicant
 */
export async function applicantOf(
  ports: Ports,
  scope: string,
  { applicant_id: id }: Pick<SessionRecord, 'applicant_id'>,
  changes: readonly Change[] = [],
): Promise<ApplicantRecord | undefined> {
  if (id === null) return undefined
  const written = changes.findLast(
    (change) => change.type === 'put' && change.kind === APPLICANT && change.id === id,
  )
  if (written?.type === 'put') return written.body as ApplicantRecord
  return (await ports.records.read(scope, APPLICANT, id))?.body as ApplicantRecord | undefined
}

/** Returns a person's name: the joined components, or the name as captured; undefined if neither is known. */
export function nameOf(applicant: {
  family_name?: string | undefined
  given_names?: readonly string[] | undefined
  name_suffix?: string | undefined
  legal_name?: string | undefined
}): string | undefined {
  const { family_name, given_names, name_suffix, legal_name } = applicant
  if (family_name === undefined || family_name === '') return legal_name
  return [...(given_names ?? []), family_name, name_suffix]
    .filter((part) => part !== undefined && part !== '')
    .join(' ')
}
