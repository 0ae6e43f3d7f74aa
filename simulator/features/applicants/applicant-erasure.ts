import type { Ports } from '../../ports.ts'
import { retryOnConflict } from '../../store/conflict.ts'
import type { Change, Document, Put } from '../../store/records.ts'
import { APPLICANT, type ApplicantRecord } from './applicants.ts'

/** Exists while its applicant is erased: new sessions cannot name the applicant any more. */
const ERASURE = 'applicant-erasure'

/**
 * Returns a change for a batch with data of an applicant: it writes the applicant unchanged, and conflicts if an
 * erasure has begun since. Undefined if there is no such applicant, or it is being erased.
 */
export async function namedApplicant(
  { records }: Ports,
  scope: string,
  id: string,
): Promise<(Put & { body: ApplicantRecord }) | undefined> {
  const document = (await records.read(scope, APPLICANT, id)) as
    | Document<ApplicantRecord>
    | undefined
  if (!document || (await records.read(scope, ERASURE, id))) return undefined
  const { kind, body, version } = document
  return { type: 'put', scope, kind, id, body, ifVersion: version }
}

/**
 * Ensures that no new session names an applicant. Until `endedErasure` is written, the erasure can be repeated.
 * @returns false if there is no such applicant, or it was erased before
 */
export function beginErasure({ records }: Ports, scope: string, id: string): Promise<boolean> {
  return retryOnConflict(async () => {
    if (await records.read(scope, ERASURE, id)) return true
    const document = await records.read(scope, APPLICANT, id)
    if (!document) return false
    const { kind, body, version } = document
    await records.write([
      { type: 'put', scope, kind: ERASURE, id, body: {}, ifVersion: 0 },
      // A session that is written now has read the previous version.
      { type: 'put', scope, kind, id, body, ifVersion: version },
    ])
    return true
  })
}

/** Returns the changes that remove an applicant and end its erasure. */
export function endedErasure(scope: string, id: string): Change[] {
  return [APPLICANT, ERASURE].map((kind): Change => ({ type: 'remove', scope, kind, id }))
}
