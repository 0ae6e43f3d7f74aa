import { type KeyObject, createHmac, createSecretKey } from 'node:crypto'
import { LRUCache } from 'lru-cache'

const PREFIX = 'whsec_'

/** Key objects of the latest secrets. Creating one costs as much as a signature. */
const keys = new LRUCache<string, KeyObject>({ max: 1000 })

/** A signing secret as shown: the prefix and 32 bytes in base64 (SUB). */
export function formatSecret(bytes: Uint8Array): string {
  return PREFIX + Buffer.from(bytes).toString('base64')
}

/**
 * The value of `X-Webhook-Signature` (GAP-SIGNATURE): `v1=` and the hex HMAC-SHA256 of the raw body under each valid
 * secret, newest first, separated by spaces. It covers only the body.
 */
export function signature(body: string, secrets: string[]): string {
  return secrets
    .map((secret) => `v1=${createHmac('sha256', keyOf(secret)).update(body).digest('hex')}`)
    .join(' ')
}

/** A key object, since Node's type checks on raw bytes cost four times as much as the signature. */
function keyOf(secret: string): KeyObject {
  const known = keys.get(secret)
  if (known) return known
  const key = createSecretKey(secret.slice(PREFIX.length), 'base64')
  keys.set(secret, key)
  return key
}
