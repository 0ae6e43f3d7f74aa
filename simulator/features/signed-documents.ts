import type { ChainLink } from '../esign/chain.ts'
import type { AgreementDocument, LookUp } from '../esign/verify.ts'
import type { Ports } from '../ports.ts'
import type { Change, Document } from '../store/records.ts'
import type { Region } from '../store/world.ts'

/** A document of an agreement, by its id, in its organization's plane. */
export const SIGNED_DOCUMENT = 'signed_document'
/** The record of a signing ceremony, by the agreement's id. */
export const CEREMONY = 'ceremony'
/** Which document a hash leads to; kept by region, since whoever asks has no organization. */
const DOCUMENT_HASH = 'document_hash'
/** Entries of one hash that are looked at in one read; more than one only where a file was sent to several signers. */
const PAGE = 20

interface HashEntry {
  scope: string
}

/**
 * What to write when a document is made (version 0) or changed: it and the hash that leads to it, together. That is the
 * hash of the sealed file, or as long as there is none that of the file as presented (GAP-VERIFY-HASHES).
 */
export function documentChanges(
  scope: string,
  document: AgreementDocument,
  ifVersion: number,
): Change[] {
  const { document_id: id, region, state, final_hash, presented_hash } = document
  const hash = state === 'sealed' && final_hash !== undefined ? final_hash : presented_hash
  const entry: HashEntry = { scope }
  return [
    { type: 'put', scope, kind: SIGNED_DOCUMENT, id, body: document, ifVersion },
    {
      type: 'put',
      scope: hashScope(region),
      kind: DOCUMENT_HASH,
      id,
      key1: hash,
      body: entry,
      ifVersion,
    },
  ]
}

/** What this region, and it alone, knows of a hash (VFY-015, VFY-016): of several documents the newest. */
export async function lookUp(ports: Ports, region: Region, sha256: string): Promise<LookUp> {
  for (let before: number | undefined; ;) {
    const entries = (await ports.records.page(hashScope(region), DOCUMENT_HASH, {
      key1: sha256,
      limit: PAGE,
      ...(before !== undefined && { before }),
    })) as Document<HashEntry>[]
    for (const { id, body } of entries) {
      const stored = await ports.records.read(body.scope, SIGNED_DOCUMENT, id)
      // Wiped with its organization's records: nothing leads there any more.
      if (stored) return found(ports, body.scope, stored)
    }
    if (entries.length < PAGE) return { found: 'nothing' }
    before = entries.at(-1)!.seq
  }
}

async function found(ports: Ports, scope: string, { body }: Document): Promise<LookUp> {
  if (!isDocument(body)) return { found: 'unreadable' }
  const ceremony = (await ports.records.read(scope, CEREMONY, body.agreement_id)) as
    | Document<ChainLink[]>
    | undefined
  return { found: 'document', document: body, chain: ceremony?.body }
}

function isDocument(body: unknown): body is AgreementDocument {
  return typeof (body as AgreementDocument | null)?.agreement_id === 'string'
}

function hashScope(region: Region): string {
  return `${region}/documents`
}
