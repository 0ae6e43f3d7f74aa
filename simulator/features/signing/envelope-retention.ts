import { iso } from '../../time/clock.ts'
import type { Ports } from '../../ports.ts'
import { retryOnConflict } from '../../store/conflict.ts'
import type { Change, Document, Job } from '../../store/records.ts'
import { ENVELOPE, type EnvelopeRecord } from './envelope-record.ts'
import { CEREMONY } from './signed-documents.ts'

export const RETENTION_LANE = 'esign-retention'

/** End of an envelope's retention: in whole years from signing, or from creation while unsigned (RTN-001). */
export function keptUntil({ signed_at, created_at, retention_years }: EnvelopeRecord): Date {
  const until = new Date(signed_at ?? created_at)
  until.setUTCFullYear(until.getUTCFullYear() + retention_years)
  return until
}

/** The policy in words, for the certificate (RTN-005). */
export function retentionText(envelope: EnvelopeRecord): string {
  const { retention_years: years } = envelope
  const until = iso(keptUntil(envelope).getTime()).slice(0, 10)
  return `${years} ${years === 1 ? 'year' : 'years'} from signing, until ${until}`
}

/** Returns the changes at creation and signature of an envelope: the retention job, which replaces an earlier one. */
export function retention(scope: string, envelope: EnvelopeRecord): Change {
  const due = keptUntil(envelope).getTime()
  return {
    type: 'schedule',
    job: {
      id: `envelope:${envelope.id}`,
      lane: RETENTION_LANE,
      due,
      kind: 'drop-envelope',
      scope,
      ref: envelope.id,
    },
  }
}

/** The job of retention. */
export async function runEnvelopeRetention(ports: Ports, job: Job, now: number): Promise<void> {
  await dropEnvelope(ports, job.scope, job.ref, now)
  await ports.records.write([{ type: 'unschedule', id: job.id }])
}

export function dropEnvelope(ports: Ports, scope: string, id: string, now: number): Promise<void> {
  return retryOnConflict(async () => {
    const found = (await ports.records.read(scope, ENVELOPE, id)) as
      | Document<EnvelopeRecord>
      | undefined
    if (found) await ports.records.write(retentionEndChanges(found, now))
  })
}

/**
 * Applies envelope retention: keeps the hashes with their seals, so that seals can be checked, and the envelope
 * without personal data. Deletes the ceremony's record and the files (GAP-ESIGN-RETENTION).
 */
export function retentionEndChanges(
  { scope, id, version, body }: Document<EnvelopeRecord>,
  now: number,
): Change[] {
  if (body.retention_ended_at !== null) return []
  const { typed_name: _typed, signer_name: _name, decline_reason: _reason, ...kept } = body
  const documents = kept.documents.map(({ text: _text, ...document }) => document)
  const left: EnvelopeRecord = { ...kept, documents, retention_ended_at: iso(now) }
  return [
    { type: 'put', scope, kind: ENVELOPE, id, body: left, ifVersion: version },
    { type: 'remove', scope, kind: CEREMONY, id: left.agreement_id },
    { type: 'unschedule', id: `envelope:${id}` },
    ...filesOf(scope, left),
  ]
}

/** Releases the files of an envelope. */
function filesOf(scope: string, { documents }: EnvelopeRecord): Change[] {
  return documents
    .flatMap(({ presented_hash, final_hash }) => [presented_hash, final_hash])
    .filter((hash) => hash !== null)
    .map((hash) => ({ type: 'drop-blob', scope, sha256: hash }))
}
