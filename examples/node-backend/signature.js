import { createHmac, timingSafeEqual } from 'node:crypto'

/**
 * Returns whether a webhook was signed with the secret of its subscription.
 *
 * The signature covers the raw body and nothing else: no header can be trusted for a decision.
 * @param {Buffer} body raw, as received
 * @param {string | undefined} header value of X-Webhook-Signature: one `v1=<hex>` for each valid
 * secret
 * @param {string} secret `whsec_` and the base64 of 32 bytes
 */
export function isSigned(body, header, secret) {
  const key = Buffer.from(secret.slice('whsec_'.length), 'base64')
  const expected = createHmac('sha256', key).update(body).digest()
  return (header ?? '').split(' ').some((part) => {
    const given = /^v1=([0-9a-f]{64})$/.exec(part)
    return given !== null && timingSafeEqual(Buffer.from(given[1], 'hex'), expected)
  })
}
