import type { Ports } from '../../ports.ts'
import type { Change } from '../../store/records.ts'
import { APPLICANT, type ApplicantRecord } from './applicants.ts'
import { printedIdentity } from '../sessions/capture.ts'
import type { SessionRecord } from '../sessions/session-record.ts'

/**
 * Returns the changes of a call, plus the localized name that the session's document prints (APP-029). The name is set
 * once both document and applicant are known. A document without such a name keeps an earlier one (GAP-LOCALIZED-NAME).
 * @param before the session as the call found it
 */
export async function withLocalizedName(
  ports: Ports,
  scope: string,
  before: SessionRecord,
  session: SessionRecord,
  changes: Change[],
): Promise<Change[]> {
  const { applicant_id: id, idv } = session
  const localized_name = printedName(session)
  if (id === null || localized_name === undefined) return changes
  if (idv === before.idv && id === before.applicant_id) return changes
  const named = (body: unknown): ApplicantRecord => ({
    ...(body as ApplicantRecord),
    localized_name,
  })
  const written = changes.findIndex(
    (change) => change.type === 'put' && change.kind === APPLICANT && change.id === id,
  )
  const put = changes[written]
  if (put?.type === 'put') return changes.with(written, { ...put, body: named(put.body) })
  const stored = await ports.records.read(scope, APPLICANT, id)
  if (!stored) return changes
  return [
    ...changes,
    {
      type: 'put',
      scope,
      kind: APPLICANT,
      id,
      body: named(stored.body),
      ifVersion: stored.version,
    },
  ]
}

function printedName(session: SessionRecord): string | undefined {
  return printedIdentity(session)?.localized_name
}
