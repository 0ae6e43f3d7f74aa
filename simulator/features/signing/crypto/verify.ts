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

/** One document of an agreement, as its region keeps it. */
export interface AgreementDocument {
  agreement_id: string
  document_id: string
  /** Which document of the agreement, from 0, and of how many. */
  document_index: number
  document_count: number
  org_id: string
  region: Region
  mode: Mode
  state: AgreementState
  /** SHA-256 of the file that the signer was shown. */
  presented_hash: string
  /** SHA-256 of the sealed file, once there is one. */
  final_hash?: string
  signature_methods: string[]
  seal?: Seal
  /** Entries recorded after sealing. */
  attestations: { type: string; recorded_at: string }[]
}

/** Record of a region for a hash. `chain` is undefined once the record of the ceremony is deleted. */
export type LookUp =
  | { found: 'nothing' }
  /** Something is there, or may be, and it can't be read. */
  | { found: 'unreadable'; mode: Mode }
  | { found: 'document'; document: AgreementDocument; chain: readonly ChainLink[] | undefined }

/** The published keys, and those that seal test documents (GAP-TEST-SEALS). */
export type KeySets = Readonly<Record<Mode, readonly PublicSealKey[]>>

/** The answer, as it is sent. */
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

/** Statuses that say something of a seal; with the others its key isn't on the wire (VFR-008 to 014). */
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

/** The first cause in this order (GAP-VERIFY-PRECEDENCE): each status presupposes that those above don't hold. */
export function statusOf(lookUp: LookUp, keys: KeySets): VerifyStatus {
  if (lookUp.found === 'unreadable') return 'verification_unavailable'
  if (lookUp.found === 'nothing') return 'not_found'
  const { document, chain } = lookUp
  const { state, seal } = document
  if (state !== 'signed' && state !== 'sealed') return 'not_signed'
  if (state === 'signed' || !seal) return 'unsealed'
  if (seal.format !== SEAL_FORMAT) return 'unsupported_format'
  const claims = claimsOf(seal)
  // A payload that can't be read names no key: that is no unknown key but a seal that was tampered with.
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

/** A chain that is broken, or that ends before what the seal pinned, isn't the record of this ceremony. */
function reaches(chain: readonly ChainLink[], pinned: unknown): boolean {
  return Number.isInteger(pinned) && positionOf(chain) >= (pinned as number) && chainHolds(chain)
}

/** Named one by one: the record may hold more than a stranger is told (VFR-023 to 028). */
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
