import type { Mode, Region } from '../../../world/world.ts'
import { type ChainLink, chainHolds, positionOf } from './chain.ts'
import { type PublicSealKey, publicBytes } from './keys.ts'
import { SEAL_FORMAT, type Seal, claimsOf, sealHolds } from './seal.ts'

export type VerifyStatus =
  | 'verified'
  | 'not_found'
  | 'not_signed'
  | 'unsealed'
  | 'unknown_key'
  | 'revoked_key'
  | 'bad_signature'
  | 'claim_mismatch'
  | 'chain_unavailable'
  | 'unsupported_format'
  | 'verification_unavailable'

/** GAP-AGREEMENT-STATES. */
export type AgreementState = 'sent' | 'signed' | 'sealed' | 'declined' | 'withdrawn'

/** One document of an agreement, as its region stores it. */
export interface AgreementDocument {
  agreement_id: string
  document_id: string
  /** Position of the document in the agreement, from 0, and number of documents. */
  document_index: number
  document_count: number
  org_id: string
  region: Region
  mode: Mode
  state: AgreementState
  /** SHA-256 of the file that the signer was shown. */
  presented_hash: string
  /** SHA-256 of the sealed file; absent before sealing. */
  final_hash?: string
  signature_methods: string[]
  seal?: Seal
  /** Entries recorded after sealing. */
  attestations: { type: string; recorded_at: string }[]
}

/** Record of a region for a hash. `chain` is undefined once the record of the ceremony is deleted. */
export type LookUp =
  | { found: 'nothing' }
  /** A record exists or may exist, and cannot be read. */
  | { found: 'unreadable'; mode: Mode }
  | { found: 'document'; document: AgreementDocument; chain: readonly ChainLink[] | undefined }

/** The published keys, and those that seal test documents (GAP-TEST-SEALS). */
export type KeySets = Readonly<Record<Mode, readonly PublicSealKey[]>>

/** The result, as sent. */
export interface Verification extends Partial<
  Pick<
    AgreementDocument,
    | 'agreement_id'
    | 'document_id'
    | 'document_index'
    | 'document_count'
    | 'final_hash'
    | 'signature_methods'
    | 'mode'
    | 'attestations'
  >
> {
  protocol_version: '1'
  match: boolean
  status: VerifyStatus
  seal?: Seal
  chain_position?: number
}

/** Statuses with a verdict about a seal; responses with other statuses omit its key (VFR-008 to 014). */
const WITH_SEAL: ReadonlySet<VerifyStatus> = new Set([
  'verified',
  'unknown_key',
  'revoked_key',
  'bad_signature',
  'claim_mismatch',
  'chain_unavailable',
])

export function verification(lookUp: LookUp, keys: KeySets): Verification {
  const status = statusOf(lookUp, keys)
  const answer: Verification = { protocol_version: '1', match: status === 'verified', status }
  if (lookUp.found !== 'document')
    return { ...answer, mode: lookUp.found === 'unreadable' ? lookUp.mode : 'live' }
  const { document, chain } = lookUp
  return {
    ...answer,
    ...(WITH_SEAL.has(status) && { seal: sealView(document.seal!) }),
    ...identifiers(document),
    ...(chain && { chain_position: positionOf(chain) }),
    attestations: document.attestations.map(({ type, recorded_at }) => ({ type, recorded_at })),
  }
}

/** The first cause in this order (GAP-VERIFY-PRECEDENCE): each status requires that none of those above applies. */
export function statusOf(lookUp: LookUp, keys: KeySets): VerifyStatus {
  if (lookUp.found === 'unreadable') return 'verification_unavailable'
  if (lookUp.found === 'nothing') return 'not_found'
  const { document, chain } = lookUp
  const { state, seal } = document
  if (state !== 'signed' && state !== 'sealed') return 'not_signed'
  if (state === 'signed' || !seal) return 'unsealed'
  if (seal.format !== SEAL_FORMAT) return 'unsupported_format'
  const claims = claimsOf(seal)
  // An unreadable payload names no key: the seal was tampered with, the key is not unknown.
  if (typeof claims?.kid !== 'string') return 'bad_signature'
  const key = keys[document.mode].find(({ kid }) => kid === claims.kid)
  if (!key) return 'unknown_key'
  if (!sealHolds(seal, publicBytes(key))) return 'bad_signature'
  if (key.status === 'revoked') return 'revoked_key'
  if (!covers(claims, document)) return 'claim_mismatch'
  if (!chain || !reaches(chain, claims.chain_position)) return 'chain_unavailable'
  return 'verified'
}

function covers(claims: Record<string, unknown>, document: AgreementDocument): boolean {
  return (['agreement_id', 'document_id', 'org_id', 'mode', 'region', 'final_hash'] as const).every(
    (name) => claims[name] !== undefined && claims[name] === document[name],
  )
}

/** A chain that is broken, or ends before the position that the seal pinned, is not the record of this ceremony. */
function reaches(chain: readonly ChainLink[], pinned: unknown): boolean {
  return Number.isInteger(pinned) && positionOf(chain) >= (pinned as number) && chainHolds(chain)
}

/** Lists members by name: the record may hold more than the public may see (VFR-023 to 028). */
function identifiers(document: AgreementDocument) {
  const {
    agreement_id,
    document_id,
    document_index,
    document_count,
    final_hash,
    signature_methods,
    mode,
  } = document
  return {
    agreement_id,
    document_id,
    document_index,
    document_count,
    ...(final_hash !== undefined && { final_hash }),
    signature_methods,
    mode,
  }
}

function sealView({ format, token, payload_json }: Seal): Seal {
  return { format, token, payload_json }
}
