import type { EventDraft } from '../webhooks/events.ts'
import type { EnvelopeRecord } from './envelope-record.ts'

/** The sealed copies of a signed step exist: sent for any later state of the session (EVT-012, EVT-013). */
export function documentSigned(envelope: EnvelopeRecord): EventDraft {
  const type = 'kyc.session.document_signed'
  return {
    type,
    body: JSON.stringify({
      ...references(envelope),
      documents: envelope.documents.map(({ id, final_hash }, i) => ({
        documentId: id,
        documentOrder: i,
        finalHash: final_hash,
      })),
      signedAt: envelope.signed_at,
      mode: envelope.mode,
      type,
    }),
  }
}

/** A normal outcome: without a hash and without the reason (EVT-014 to EVT-016). */
export function documentDeclined(envelope: EnvelopeRecord): EventDraft {
  const type = 'kyc.session.document_declined'
  return {
    type,
    body: JSON.stringify({
      ...references(envelope),
      documents: envelope.documents.map(({ id }, i) => ({ documentId: id, documentOrder: i })),
      declinedAt: envelope.declined_at,
      mode: envelope.mode,
      type,
    }),
  }
}

function references({ session_id, id }: EnvelopeRecord) {
  return { sessionId: session_id, envelopeId: id }
}
