import { createHmac, timingSafeEqual } from 'node:crypto'
import type { SIGNATURE_SCHEMES } from '../target/target.ts'

export interface Signed {
  scheme: (typeof SIGNATURE_SCHEMES)[number]
  /** Name of the header, for what is said of it. */
  header: string
  /** Its value, if it was there. */
  value: string | undefined
  /** As the implementation showed it: `whsec_` and the base64 of its 32 bytes. */
  secret: string
  body: Uint8Array
}

export interface SignatureVerdict {
  valid: boolean
  reason: string
}

/** Text of a secret that can be used; undefined says why not. */
export function secretBytes(secret: string): Buffer | undefined {
  const text = /^whsec_([A-Za-z0-9+/_-]+={0,2})$/.exec(secret)?.[1]
  const bytes = text === undefined ? undefined : Buffer.from(text, 'base64')
  return bytes?.byteLength === 32 ? bytes : undefined
}

/**
 * Whether a delivery is signed with the secret. The scheme `hmac-sha256-body-hex`: the header holds one or more
 * `v1=<hex>`, separated by spaces; each is the HMAC-SHA256 of the raw body under one secret, and one that fits is
 * enough.
 */
export function checkSignature({ header, value, secret, body }: Signed): SignatureVerdict {
  const key = secretBytes(secret)
  if (!key) return { valid: false, reason: 'the secret is not whsec_ and the base64 of 32 bytes' }
  if (value === undefined) return { valid: false, reason: `there is no ${header}` }
  const given = value.split(/\s+/).flatMap((part) => /^v1=([0-9a-f]{64})$/i.exec(part)?.[1] ?? [])
  if (given.length === 0) return { valid: false, reason: `${header} holds no v1=<64 hex digits>` }
  const wanted = createHmac('sha256', key).update(body).digest()
  // All are compared, so that the time tells nothing of which one fits.
  const fits = given.map((hex) => timingSafeEqual(Buffer.from(hex, 'hex'), wanted))
  return fits.includes(true)
    ? { valid: true, reason: 'valid' }
    : { valid: false, reason: 'no signature fits this body and secret' }
}
