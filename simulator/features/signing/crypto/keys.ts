import { createHash } from 'node:crypto'
import { fromBase64url, toBase64url } from './base64url.ts'
import { publicKeyOf } from './ed25519.ts'

export type SealKeyStatus = 'active' | 'retired' | 'revoked'

/** An entry of the key set, as published (JWK-002 to 009). */
export interface PublicSealKey {
  kty: 'OKP'
  crv: 'Ed25519'
  alg: 'EdDSA'
  use: 'sig'
  /** The public key, 32 bytes in base64url. */
  x: string
  /** RFC 7638 thumbprint: it can be computed from the key. */
  kid: string
  status: SealKeyStatus
  /** UTC, ISO 8601. */
  notBefore: string
}

/** With its private part, as in RFC 8037. It stays in the world file and is never sent. */
export interface SealKey extends PublicSealKey {
  d: string
}

/** Trust only decreases (GAP-KEY-TRANSITIONS). */
const MOVES: Record<SealKeyStatus, readonly SealKeyStatus[]> = {
  active: ['retired', 'revoked'],
  retired: ['revoked'],
  revoked: [],
}

/** @param privateKey 32 random bytes */
export function newSealKey(privateKey: Uint8Array, notBefore: string): SealKey {
  const x = toBase64url(publicKeyOf(privateKey))
  return {
    kty: 'OKP',
    crv: 'Ed25519',
    alg: 'EdDSA',
    use: 'sig',
    x,
    kid: thumbprint(x),
    status: 'active',
    notBefore,
    d: toBase64url(privateKey),
  }
}

/** RFC 7638 section 3 for the members that RFC 8037 section 2 requires, in the order of their names. */
export function thumbprint(x: string): string {
  return createHash('sha256')
    .update(JSON.stringify({ crv: 'Ed25519', kty: 'OKP', x }))
    .digest('base64url')
}

/** Lists the fields by name, so that the private part cannot be published (JWK-013). */
export function publicPart({
  kty,
  crv,
  alg,
  use,
  x,
  kid,
  status,
  notBefore,
}: PublicSealKey): PublicSealKey {
  return { kty, crv, alg, use, x, kid, status, notBefore }
}

export function mayBecome(from: SealKeyStatus, to: SealKeyStatus): boolean {
  return MOVES[from].includes(to)
}

/** The current sealing key: the newest active one. */
export function sealingKey(keys: readonly SealKey[]): SealKey | undefined {
  return keys.findLast(({ status }) => status === 'active')
}

export function publicBytes({ x }: PublicSealKey): Uint8Array {
  return bytesOf(x, 'x')
}

export function privateBytes({ d }: SealKey): Uint8Array {
  return bytesOf(d, 'd')
}

/** @throws {TypeError} for an invalid key in the world file */
function bytesOf(text: string, member: string): Uint8Array {
  const bytes = fromBase64url(text)
  if (bytes?.length !== 32)
    throw new TypeError(`seal key: expected 32 bytes of base64url in ${member}`)
  return bytes
}
