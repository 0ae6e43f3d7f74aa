import { createHmac, createSecretKey } from 'node:crypto'

const PREFIX = 'whsec_'

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
    .map((secret) => {
      // Node's type checks on raw bytes cost four times as much as the rest.
      const key = createSecretKey(secret.slice(PREFIX.length), 'base64')
      return `v1=${createHmac('sha256', key).update(body).digest('hex')}`
    })
    .join(' ')
}
