/**
 * Returns the bytes of base64url without padding, or undefined for a text that is not the only encoding of its bytes: a
 * changed last character may decode to the same bytes, and would make a second valid seal (GAP-SEAL-STRICTNESS).
 */
export function fromBase64url(text: string): Buffer | undefined {
  const bytes = Buffer.from(text, 'base64url')
  return toBase64url(bytes) === text ? bytes : undefined
}

export function toBase64url(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('base64url')
}
