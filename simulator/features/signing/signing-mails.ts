import type { Ports } from '../../ports.ts'
import type { Change } from '../../store/records.ts'
import type { Organization } from '../../world/world.ts'
import { EMAIL_LANE, email } from '../privacy/emails.ts'
import type { EnvelopeRecord } from './envelope-record.ts'

export interface Mailing {
  changes: Change[]
  lanes: string[]
}

/**
 * Returns the address of the business: its owner, else an admin, else any member. An organization without members has a
 * default address: a signer must have a contact, and withdrawals must reach it (GAP-WITHDRAW-EFFECT).
 */
export function businessAddress({ id, members }: Organization): string {
  const first = (wanted: string) => members.find(({ role }) => role === wanted)
  return (
    (first('owner') ?? first('admin') ?? members[0])?.email ??
    `contact@${id.replaceAll('_', '-')}.example`
  )
}

const TOLD = {
  consent_withdrawn_before_signing: {
    subject: 'A signer has withdrawn consent before signing',
    text: 'The signer has withdrawn the consent to electronic records. The session has ended, and nothing was signed.',
  },
  consent_withdrawn_after_signing: {
    subject: 'A signer has withdrawn consent after signing',
    text: 'The signer has withdrawn the consent to electronic records. Signed documents stay valid; the withdrawal is recorded.',
  },
  paper_copy_requested: {
    subject: 'A signer asks for a paper copy',
    text: 'Please send the signer the documents of this envelope on paper. There is no fee for the signer.',
  },
}

/** Notifies the business (CER-021, CER-025, CER-029). Identifies people by ids only. */
export function mailToBusiness(
  ports: Ports,
  organization: Organization,
  scope: string,
  envelope: EnvelopeRecord,
  now: number,
  kind: keyof typeof TOLD,
): Mailing {
  const to = businessAddress(organization)
  const { subject, text } = TOLD[kind]
  const { session_id, id, mode } = envelope
  const message = {
    session_id,
    kind,
    to,
    subject,
    text: `${text}\n\nEnvelope ${id}, verification ${session_id}`,
  }
  return { changes: email(ports, scope, mode, now, message), lanes: [EMAIL_LANE] }
}

/** Mails the signed record to everyone named in it, if the business enables it (CER-038, CER-039, GAP-SIGNED-COPY). */
export function mailSignedRecord(
  ports: Ports,
  organization: Organization,
  scope: string,
  envelope: EnvelopeRecord,
  signer: string | undefined,
  now: number,
): Mailing {
  if (!envelope.email_signed_record) return { changes: [], lanes: [] }
  const { session_id, id, mode, documents } = envelope
  const attachments = documents.map((document) => ({
    file_name: `${document.id}.pdf`,
    sha256: document.final_hash!,
  }))
  const hashes = documents
    .map(({ title, final_hash }) => `${title}\n  SHA-256 ${final_hash}`)
    .join('\n')
  const intro = 'The signed documents are attached, each with its certificate of completion.'
  const text = `${intro}\n\n${hashes}\n\nEnvelope ${id}`
  const subject = `Signed: ${documents.map(({ title }) => title).join(', ')}`
  const receivers = new Set(
    [signer, businessAddress(organization)].filter((to) => to !== undefined),
  )
  return {
    changes: [...receivers].flatMap((to) =>
      email(ports, scope, mode, now, {
        session_id,
        kind: 'signed_record',
        to,
        subject,
        text,
        attachments,
      }),
    ),
    lanes: [EMAIL_LANE],
  }
}
