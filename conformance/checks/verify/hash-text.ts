/**
 * Whether a value is a hash, or contains it as `sha256:<hash>` does. The contract states hex for
 * requests and events only, so other responses may have upper-case hex or base64.
 * @param hex the hash in lowercase hex
 */
export function holdsHash(value: unknown, hex: string): boolean {
  if (typeof value !== 'string') return false
  const bytes = Buffer.from(hex, 'hex')
  return (
    value.toLowerCase().includes(hex) ||
    value.includes(bytes.toString('base64')) ||
    value.includes(bytes.toString('base64url'))
  )
}
