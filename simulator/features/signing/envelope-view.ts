import type { SdkEnvelope } from '../../../spec/generated/wire.ts'
import type { Ports } from '../../ports.ts'
import type { Organization } from '../../world/world.ts'
import { disclosureInForce, disclosures } from './disclosures.ts'
import type { EnvelopeRecord } from './envelope-record.ts'
import { businessAddress } from './signing-mails.ts'

/** An envelope as its signer sees it. The contact is always present, also after the session (CER-027, CER-031). */
export function envelopeView(
  ports: Ports,
  organization: Organization,
  envelope: EnvelopeRecord,
): SdkEnvelope {
  const { id, status, mode, documents, consent } = envelope
  const accepted = consent && disclosures(ports).find(({ version }) => version === consent.version)
  return {
    envelopeId: id,
    status,
    mode,
    documents: documents.map((document, documentOrder) => ({
      documentId: document.id,
      documentOrder,
      title: document.title,
      documentClass: document.document_class,
      presentedHash: document.presented_hash,
      finalHash: document.final_hash,
    })),
    disclosure: accepted ?? disclosureInForce(ports),
    consent: consent && {
      version: consent.version,
      hash: consent.hash,
      acceptedAt: consent.accepted_at,
    },
    signedAt: envelope.signed_at,
    declinedAt: envelope.declined_at,
    consentWithdrawnAt: envelope.consent_withdrawn_at,
    paperCopyRequestedAt: envelope.paper_copy_requested_at,
    sender: { name: organization.name, email: businessAddress(organization) },
  }
}
