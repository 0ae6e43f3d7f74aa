import type { EsignConfig } from '../../../spec/generated/wire.ts'
import { iso } from '../../time/clock.ts'
import { newId } from '../../ids/random.ts'
import type { AgreementDocument } from './crypto/verify.ts'
import type { Ports } from '../../ports.ts'
import { type Localized, localized } from './rules/localized.ts'
import { type Placeholder, filledIn, paragraphsOf } from './rules/placeholders.ts'
import { ApiError } from '../../call/errors.ts'
import type { Change } from '../../store/records.ts'
import type { Organization } from '../../world/world.ts'
import { sha256 } from '../../world/sha256.ts'
import type { ApplicantRecord } from '../applicants/applicants.ts'
import { type Ceremony, withEvent } from './ceremony-state.ts'
import { type DocumentClass, findDocumentVersion } from './document-templates.ts'
import type { DocumentText, EnvelopeDocument, EnvelopeRecord } from './envelope-record.ts'
import type { HeldName } from './rules/typed-name.ts'
import { drawableValues } from './undrawable.ts'
import { nameOf } from '../sessions/session-applicant.ts'
import type { SessionRecord, StepRecord } from '../sessions/session-record.ts'

/** Context of a signing call: applicant, place, time, and known data of the person. */
export interface Signer {
  organization: Organization
  scope: string
  now: number
  acceptLanguage: string | undefined
  applicant: ApplicantRecord | undefined
}

/** Opens a step: creates an envelope and the files that the signer sees, without a charge (BIL-005). */
export interface Opening {
  ceremony: Ceremony
  changes: Change[]
}

type ConfiguredDocument = EsignConfig['documents'][number]

interface Presented {
  document: EnvelopeDocument
  bytes: Uint8Array
}

/**
 * Creates the envelope of a step. Each document is the published version, filled in for the applicant in the language
 * of the browser. The same file is shown, hashed and later sealed.
 * @throws {ApiError} resource_not_found if the step has no documents
 */
export async function newEnvelope(
  ports: Ports,
  { organization, scope, now, acceptLanguage, applicant }: Signer,
  session: SessionRecord,
  step: StepRecord,
): Promise<Opening> {
  const {
    documents = [],
    retentionYears = 7,
    emailSignedRecord = false,
  } = step.config as Partial<EsignConfig>
  if (documents.length === 0) throw new ApiError('resource_not_found')
  const values = await drawableValues(ports, fillings(organization, applicant, now))
  const presented: Presented[] = []
  for (const document of documents)
    presented.push(await present(ports, scope, document, values, acceptLanguage))
  const id = newId(ports.random, 'env')
  const envelope: EnvelopeRecord = {
    id,
    agreement_id: id.replace('env_', 'agr_'),
    session_id: session.id,
    step_id: step.id,
    organization_id: organization.id,
    region: session.region,
    mode: session.mode,
    status: 'sent',
    documents: presented.map(({ document }) => document),
    consent: null,
    signer_name: nameParts(applicant),
    signed_at: null,
    declined_at: null,
    consent_withdrawn_at: null,
    paper_copy_requested_at: null,
    paper_copy_sent_at: null,
    sealing_failed_at: null,
    retention_years: retentionYears,
    email_signed_record: emailSignedRecord,
    retention_ended_at: null,
    created_at: iso(now),
  }
  const fresh: Ceremony = {
    envelope,
    chain: [],
    documents: envelope.documents.map((_, i) => agreementDocument(envelope, i)),
    files: new Map(presented.map(({ document, bytes }) => [document.presented_hash, bytes])),
    versions: { envelope: 0, chain: 0, documents: presented.map(() => 0) },
    ended: false,
  }
  const sent = envelope.documents.reduce(
    (ceremony, { presented_hash }, document_index) =>
      withEvent(ceremony, 'document_presented', iso(now), { document_index, presented_hash }),
    fresh,
  )
  return {
    ceremony: withEvent(sent, 'opened', iso(now)),
    changes: presented.map(({ document: { presented_hash }, bytes }) => ({
      type: 'put-blob',
      scope,
      sha256: presented_hash,
      bytes,
    })),
  }
}

/** The public verification's record of an unsigned document. */
function agreementDocument(envelope: EnvelopeRecord, index: number): AgreementDocument {
  const { id, presented_hash } = envelope.documents[index]!
  return {
    agreement_id: envelope.agreement_id,
    document_id: id,
    document_index: index,
    document_count: envelope.documents.length,
    org_id: envelope.organization_id,
    region: envelope.region,
    mode: envelope.mode,
    state: 'sent',
    presented_hash,
    signature_methods: [],
    attestations: [],
  }
}

async function present(
  ports: Ports,
  scope: string,
  configured: ConfiguredDocument,
  values: Partial<Record<Placeholder, string>>,
  acceptLanguage: string | undefined,
): Promise<Presented> {
  const { title, document_class, body, pdf_sha256, template } = await wordingOf(
    ports,
    scope,
    configured,
  )
  const shown = localized(title, acceptLanguage)
  const text = pdf_sha256 === null ? wordsOf(body!, values, acceptLanguage) : undefined
  const bytes = text
    ? await ports.pdf.drawAuthoredDocument({ title: shown.text, ...text })
    : await ports.records.blob(pdf_sha256!)
  if (!bytes) throw new Error(`document template ${template?.id} has lost its PDF`)
  return {
    bytes,
    document: {
      id: newId(ports.random, 'doc'),
      name: configured.id,
      template,
      title: shown.text,
      document_class,
      presented_hash: sha256(bytes),
      final_hash: null,
      ...(text && { text }),
    },
  }
}

function wordsOf(
  body: Localized,
  values: Partial<Record<Placeholder, string>>,
  acceptLanguage: string | undefined,
): DocumentText {
  const { text, language } = localized(body, acceptLanguage)
  const paragraphs = paragraphsOf(text).map((paragraph) => filledIn(paragraph, values))
  return { paragraphs, ...(language !== undefined && { language }) }
}

interface KnownWording {
  title: Localized
  document_class: DocumentClass
  body: Localized | null
  pdf_sha256: string | null
  template: EnvelopeDocument['template']
}

/** Text of a document: from the workflow, or from the published template (DOC-021). */
async function wordingOf(
  ports: Ports,
  scope: string,
  configured: ConfiguredDocument,
): Promise<KnownWording> {
  const { documentTemplateId: id, documentTemplateVersion: wanted } = configured
  if (id === undefined) {
    const { title, documentClass, body } = configured
    return {
      title: title!,
      document_class: documentClass!,
      body: body!,
      pdf_sha256: null,
      template: null,
    }
  }
  const found = await findDocumentVersion(ports, scope, id, wanted)
  if (!found) throw new ApiError('resource_not_found')
  const { title, document_class, body, pdf_sha256, version } = found
  return { title, document_class, body, pdf_sha256, template: { id, version } }
}

/** Current name of the applicant: a later change does not alter documents that were shown (GAP-TYPED-NAME). */
function nameParts(applicant: ApplicantRecord | undefined): HeldName {
  const { family_name, given_names, name_suffix, legal_name } = applicant ?? {}
  return { family_name, given_names, name_suffix, legal_name }
}

function fillings(
  organization: Organization,
  applicant: ApplicantRecord | undefined,
  now: number,
): Partial<Record<Placeholder, string>> {
  const { family_name, given_names = [], email, phone, date_of_birth, address } = applicant ?? {}
  const known: Partial<Record<Placeholder, string | undefined>> = {
    'applicant.name': nameOf(applicant ?? {}),
    'applicant.familyName': family_name,
    'applicant.givenNames': given_names.join(' '),
    'applicant.email': email,
    'applicant.phone': phone,
    'applicant.dateOfBirth': date_of_birth,
    'applicant.address': address && addressLine(address),
    'sender.name': organization.name,
    date: iso(now).slice(0, 10),
  }
  const given = Object.entries(known).filter(([, value]) => value !== undefined)
  return Object.fromEntries(given) as Record<Placeholder, string>
}

function addressLine({
  line1,
  line2,
  postal_code,
  city,
  state,
  country,
}: Record<string, string>): string {
  return [line1, line2, postal_code, city, state, country]
    .filter((part) => part !== undefined)
    .join(', ')
}
