import type { AgreementState } from './crypto/verify.ts'
import type { Mode, Region } from '../../world/world.ts'
import type { DocumentClass } from './document-templates.ts'
import type { HeldName } from './rules/typed-name.ts'

/** The signing of one `esign` step, as stored. Created when the step is opened; a draft has none. */
export interface EnvelopeRecord {
  id: string
  /** Key of the public verification. */
  agreement_id: string
  session_id: string
  step_id: string
  organization_id: string
  region: Region
  mode: Mode
  status: AgreementState
  /** In signing order, from 0. */
  documents: EnvelopeDocument[]
  consent: AcceptedConsent | null
  /** Name of the person who is asked to sign, as the documents show it. Kept until the retention ends. */
  signer_name?: HeldName
  /** The name as typed by the signer. */
  typed_name?: string
  signed_at: string | null
  declined_at: string | null
  /** For the sending business only: no event and no public response contains it (EVE-018). */
  decline_reason?: string
  consent_withdrawn_at: string | null
  /** Time of the newest request. A repeated request while one is outstanding does not change it (CER-030). */
  paper_copy_requested_at: string | null
  /** When the business sent the requested copy; null while it is outstanding. */
  paper_copy_sent_at: string | null
  /** Signed, but the sealed files could not be made. */
  sealing_failed_at: string | null
  retention_years: number
  email_signed_record: boolean
  /** Only the data that the seals cover is left of documents and ceremony. */
  retention_ended_at: string | null
  created_at: string
}

export interface EnvelopeDocument {
  id: string
  /** Its name in the step's configuration. */
  name: string
  /** The published version that it was made from; null for a document written in the workflow. */
  template: { id: string; version: number } | null
  title: string
  document_class: DocumentClass
  /** SHA-256 of the file that the signer is shown. */
  presented_hash: string
  final_hash: string | null
  /** Text of the file for display; absent for an uploaded PDF, and after retention. */
  text?: DocumentText
}

export interface DocumentText {
  paragraphs: string[]
  /** BCP 47 tag, if the author named the language. */
  language?: string
}

/** Accepted disclosure: stored with the signature and unaffected by later versions (CER-004, CER-005, CER-010). */
export interface AcceptedConsent {
  version: number
  hash: string
  accepted_at: string
}

export const ENVELOPE = 'envelope'

/** Whether the business still has to send a paper copy. */
export function isPaperCopyPending({
  paper_copy_requested_at,
  paper_copy_sent_at,
}: EnvelopeRecord): boolean {
  return paper_copy_requested_at !== null && paper_copy_sent_at === null
}
