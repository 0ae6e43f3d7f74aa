import { createHash } from 'node:crypto'
import { getPublicKey, hashes, sign, verify } from '@noble/ed25519'

// The library has no hash function of its own; RFC 8032 requires SHA-512.
hashes.sha512 = (message) => new Uint8Array(createHash('sha512').update(message).digest())

/** Length in bytes of a private key, and of a public one. */
export const KEY_BYTES = 32
const SIGNATURE_BYTES = 64

export function publicKeyOf(privateKey: Uint8Array): Uint8Array {
  return getPublicKey(privateKey)
}

/** RFC 8032, section 5.1.6: the same message and key give the same signature. */
export function signatureOver(message: Uint8Array, privateKey: Uint8Array): Uint8Array {
  return sign(message, privateKey)
}

/**
 * RFC 8032, section 5.1.7, in its strictest reading: points and scalar in reduced form, no key of small order. The
 * library's default (ZIP 215) accepts more, but other tools must return the same verdict on a seal.
 */
export function signatureHolds(
  signature: Uint8Array,
  message: Uint8Array,
  publicKey: Uint8Array,
): boolean {
  if (signature.length !== SIGNATURE_BYTES || publicKey.length !== KEY_BYTES) return false
  try {
    return verify(signature, message, publicKey, { zip215: false })
  } catch {
    return false
  }
}
