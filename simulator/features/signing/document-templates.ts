import { iso } from '../../time/clock.ts'
import { newId } from '../../ids/random.ts'
import type { Ports } from '../../ports.ts'
import type { Localized } from './rules/localized.ts'
import { retryInTurn } from '../../store/conflict.ts'
import type { Change, Document } from '../../store/records.ts'

/** The complete list of permitted classes (DOC-003 to DOC-020). */
export type DocumentClass =
  | 'rental_or_lease_agreement'
  | 'service_or_sales_agreement'
  | 'employment_or_contractor_agreement'
  | 'non_disclosure_or_confidentiality_agreement'
  | 'consent_or_authorization'
  | 'disclosure_or_acknowledgment'
  | 'waiver_or_release'
  | 'other'

/** Content of one version: a text, or a PDF. */
export interface Wording {
  title: Localized
  document_class: DocumentClass
  body?: Localized
  pdf?: { bytes: Uint8Array; sha256: string }
}

export interface DocumentTemplateRecord {
  id: string
  name: string
  /** The newest version, from 1. */
  version: number
  created_at: string
}

/** One published version. Never edited (DOC-021). */
export interface DocumentVersionRecord {
  template_id: string
  version: number
  title: Localized
  document_class: DocumentClass
  body: Localized | null
  /** SHA-256 of the file, for a PDF. */
  pdf_sha256: string | null
  published_at: string
}

export const DOCUMENT_TEMPLATE = 'document_template'
const DOCUMENT_VERSION = 'document_template_version'
const ID = /^dt_[0-9a-z]{24}$/

export async function findDocumentTemplate(
  ports: Ports,
  scope: string,
  id: string,
): Promise<Document<DocumentTemplateRecord> | undefined> {
  if (!ID.test(id)) return undefined
  return (await ports.records.read(scope, DOCUMENT_TEMPLATE, id)) as
    | Document<DocumentTemplateRecord>
    | undefined
}

/** Returns a version of a template, the newest if none is named; undefined if it does not exist. */
export async function findDocumentVersion(
  ports: Ports,
  scope: string,
  id: string,
  version?: number,
): Promise<DocumentVersionRecord | undefined> {
  const wanted = version ?? (await findDocumentTemplate(ports, scope, id))?.body.version
  if (wanted === undefined) return undefined
  const found = await ports.records.read(scope, DOCUMENT_VERSION, `${id}.${wanted}`)
  return found?.body as DocumentVersionRecord | undefined
}

/** Every version of a template, newest first. */
export async function versionsOf(
  ports: Ports,
  scope: string,
  id: string,
): Promise<DocumentVersionRecord[]> {
  const found = await ports.records.page(scope, DOCUMENT_VERSION, {
    key1: id,
    limit: Number.MAX_SAFE_INTEGER,
  })
  return found.map(({ body }) => body as DocumentVersionRecord)
}

/** Creates a template and publishes its first version. */
export async function newDocumentTemplate(
  ports: Ports,
  scope: string,
  name: string,
  wording: Wording,
  now: number,
): Promise<DocumentTemplateRecord> {
  const template = { id: newId(ports.random, 'dt'), name, version: 1, created_at: iso(now) }
  await ports.records.write(changes(scope, template, wording, 0, now))
  return template
}

/** Other wording is a new version; earlier versions stay unchanged (DOC-021). */
export function publishVersion(
  ports: Ports,
  scope: string,
  id: string,
  wording: Wording,
  now: number,
): Promise<DocumentTemplateRecord> {
  return retryInTurn(ports.turns, id, async () => {
    const { body, version } = (await findDocumentTemplate(ports, scope, id))!
    const template = { ...body, version: body.version + 1 }
    await ports.records.write(changes(scope, template, wording, version, now))
    return template
  })
}

function changes(
  scope: string,
  template: DocumentTemplateRecord,
  { title, document_class, body, pdf }: Wording,
  ifVersion: number,
  now: number,
): Change[] {
  const { id, version } = template
  const published: DocumentVersionRecord = {
    template_id: id,
    version,
    title,
    document_class,
    body: body ?? null,
    pdf_sha256: pdf?.sha256 ?? null,
    published_at: iso(now),
  }
  return [
    { type: 'put', scope, kind: DOCUMENT_TEMPLATE, id, body: template, ifVersion },
    {
      type: 'put',
      scope,
      kind: DOCUMENT_VERSION,
      id: `${id}.${version}`,
      body: published,
      key1: id,
      ifVersion: 0,
    },
    ...(pdf ? [{ type: 'put-blob' as const, scope, ...pdf }] : []),
  ]
}
