import type { Ports } from '../../ports.ts'
import { APPLICANT, type ApplicantRecord, personKeys } from '../applicants/applicants.ts'
import { SESSION, type SessionDocument, type SessionRecord } from '../sessions/session-record.ts'

/** A higher count changes no rule, and the limit bounds the work for one applicant. */
const MOST = 1000

/**
 * Counts the verifications that the same person started before this one, in the same mode. The same person means the
 * same applicant, the same e-mail address, or the same name with birth date (GAP-DEVICE-SIGNALS).
 */
export async function earlierVerifications(
  ports: Ports,
  scope: string,
  session: SessionRecord,
  applicant: ApplicantRecord | undefined,
): Promise<number> {
  if (!applicant) return 0
  const { key1, key2 } = personKeys(applicant)
  const matches = await Promise.all(
    [key1 && { key1 }, key2 && { key2 }]
      .filter((key) => typeof key === 'object')
      .map((key) => ports.records.page(scope, APPLICANT, { ...key, limit: MOST })),
  )
  const ids = new Set([applicant.id, ...matches.flat().map(({ id }) => id)])
  const own = (await ports.records.read(scope, SESSION, session.id))?.seq ?? Infinity
  const earlier = new Set<string>()
  for (const key1 of ids) {
    const found = (await ports.records.page(scope, SESSION, {
      key1,
      limit: MOST,
    })) as SessionDocument[]
    for (const { id, seq, body } of found) {
      // The look-up key stays when a session loses its applicant.
      if (seq < own && body.applicant_id === key1) earlier.add(id)
    }
    if (earlier.size >= MOST) break
  }
  return earlier.size
}
