import { type ChainLink, appended } from './chain.ts'
import { type SealKey, newSealKey, privateBytes, publicPart } from './keys.ts'
import { type SealClaims, sealClaims } from './seal.ts'
import type { AgreementDocument, KeySets, LookUp } from './verify.ts'

/** Returns a key that is equal in each run. */
export function testKey(fill: number): SealKey {
  return newSealKey(new Uint8Array(32).fill(fill), '2026-01-01T00:00:00.000Z')
}

export const LIVE = testKey(1)
export const TEST = testKey(2)
/** A key that is in no key set. */
export const STRANGER = testKey(3)

export const keySets = (live: SealKey = LIVE): KeySets => ({
  live: [publicPart(live)],
  test: [publicPart(TEST)],
})

export const claims: SealClaims = {
  kid: LIVE.kid,
  agreement_id: 'agr_1',
  document_id: 'doc_1',
  final_hash: 'ab'.repeat(32),
  region: 'us',
  mode: 'live',
  chain_position: 2,
  sealed_at: '2026-11-02T09:14:02.777Z',
  org_id: 'org_1',
}

export const chain: ChainLink[] = ['sent', 'signed', 'sealed'].reduce<ChainLink[]>(
  (links, type, i) =>
    appended(links, { type, at: `2026-11-02T09:1${i}:00.000Z`, data: { document_id: 'doc_1' } }),
  [],
)

/** A document that verifies; `changed` claims are sealed with `key`. */
export function sealedDocument(
  changed: Partial<SealClaims> = {},
  key: SealKey = LIVE,
): AgreementDocument {
  return {
    agreement_id: 'agr_1',
    document_id: 'doc_1',
    document_index: 0,
    document_count: 2,
    org_id: 'org_1',
    region: 'us',
    mode: 'live',
    state: 'sealed',
    presented_hash: 'cd'.repeat(32),
    final_hash: claims.final_hash,
    signature_methods: ['typed_name'],
    attestations: [],
    seal: sealClaims({ ...claims, kid: key.kid, ...changed }, privateBytes(key)),
  }
}

export function found(
  document: AgreementDocument,
  links: readonly ChainLink[] | undefined = chain,
): LookUp {
  return { found: 'document', document, chain: links }
}
