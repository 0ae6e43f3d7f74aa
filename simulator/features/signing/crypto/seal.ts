import type { Mode, Region } from '../../../world/world.ts'
import { fromBase64url, toBase64url } from './base64url.ts'
import { signatureHolds, signatureOver } from './ed25519.ts'

/** The only container format (SEA-001). */
export const SEAL_FORMAT = 'ed25519_detached_token_v1'

/** As stored and sent: no part of it is ever recomputed (SEA-006, SEA-008). */
export interface Seal {
  format: string
  /** `<format>.<base64url payload>.<base64url signature>`. */
  token: string
  /** The payload, byte for byte in UTF-8. */
  payload_json: string
}

/** Claims of a seal (SEA-009 to 020): no name, no contact detail. */
export interface SealClaims {
  kid: string
  agreement_id: string
  document_id: string
  /** SHA-256 of the served file, lower-case hex. */
  final_hash: string
  region: Region
  mode: Mode
  /** Position of the ceremony's record when the seal was made. */
  chain_position: number
  sealed_at: string
  org_id: string
}

// -- Making ----------------------------------------------------------------------------------------------------------

/** Seals the claims with a private key of 32 bytes. */
export function sealClaims(claims: SealClaims, privateKey: Uint8Array): Seal {
  const {
    kid,
    agreement_id,
    document_id,
    final_hash,
    region,
    mode,
    chain_position,
    sealed_at,
    org_id,
  } = claims
  return sealPayload(
    JSON.stringify({
      kid,
      agreement_id,
      document_id,
      final_hash,
      region,
      mode,
      chain_position,
      sealed_at,
      org_id,
    }),
    privateKey,
  )
}

/** Seals a text unchanged. Another `format` than ours makes a seal that this service cannot check. */
export function sealPayload(
  payloadJson: string,
  privateKey: Uint8Array,
  format: string = SEAL_FORMAT,
): Seal {
  const signed = `${format}.${toBase64url(Buffer.from(payloadJson))}`
  const signature = signatureOver(Buffer.from(signed), privateKey)
  return { format, token: `${signed}.${toBase64url(signature)}`, payload_json: payloadJson }
}

// -- Checking (rule 5 of the contract's section 4) -------------------------------------------------------------------

/**
 * Whether the token is signed by this key and its payload equals `payload_json`. The signature covers the token's first
 * two parts as received, including the format (OFF-004, OFF-005, OFF-007).
 */
export function sealHolds({ format, token, payload_json }: Seal, publicKey: Uint8Array): boolean {
  const parts = token.split('.')
  if (parts.length !== 3 || parts[0] !== format || format !== SEAL_FORMAT) return false
  const payload = fromBase64url(parts[1]!)
  const signature = fromBase64url(parts[2]!)
  if (!payload || !signature || textOf(payload) !== payload_json) return false
  return signatureHolds(signature, Buffer.from(`${parts[0]}.${parts[1]!}`), publicKey)
}

/** Parses the payload if it is an object. It is untrusted until the seal is checked. */
export function claimsOf({
  payload_json,
}: Seal): Partial<Record<keyof SealClaims, unknown>> | undefined {
  try {
    const value: unknown = JSON.parse(payload_json)
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? value : undefined
  } catch {
    return undefined
  }
}

/** Returns undefined for bytes that are not UTF-8. */
function textOf(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch {
    return undefined
  }
}
