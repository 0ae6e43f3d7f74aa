import { createHmac, randomUUID } from 'node:crypto'
import { secretKey, type SignatureScheme } from '../../conformance/receiver/signature.ts'

/** A webhook before it is signed. */
export interface WebhookParts {
  body: string
  /** All headers except the signature. */
  headers: Record<string, string>
  /** Replaces the correct signature: by another secret, none, that of another body, or changed bytes. */
  signature?: { secret: string } | 'none' | { of: string } | { alter: (mac: Buffer) => Buffer }
}

/** @throws {Error} when the secret does not have the encoding of the scheme */
export function signedHeaders(
  scheme: SignatureScheme,
  { body, headers, signature }: WebhookParts,
  secret: string,
): Record<string, string> {
  if (signature === 'none') return headers
  const used = typeof signature === 'object' && 'secret' in signature ? signature.secret : secret
  const signedBody = typeof signature === 'object' && 'of' in signature ? signature.of : body
  const key = secretKey(used, scheme.secret)
  if (!key)
    throw new Error(
      `the secret is not ${scheme.secret}; pass the secret of your subscription, or name its encoding in "signature.secret"`,
    )
  const timestamp = String(Math.floor(Date.now() / 1000))
  const id = randomUUID()
  const prefix = {
    body: '',
    'timestamp.body': `${timestamp}.`,
    'id.timestamp.body': `${id}.${timestamp}.`,
  }[scheme.signed]
  const mac = createHmac('sha256', key)
    .update(prefix + signedBody)
    .digest()
  const sent = typeof signature === 'object' && 'alter' in signature ? signature.alter(mac) : mac
  const value = `${scheme.prefix}${sent.toString(scheme.encoding)}`
  const isTimed = scheme.signed !== 'body'
  return {
    ...headers,
    [scheme.header]:
      isTimed && scheme.timestampHeader === undefined ? `t=${timestamp},${value}` : value,
    ...(isTimed && scheme.timestampHeader !== undefined && { [scheme.timestampHeader]: timestamp }),
    ...(scheme.idHeader !== undefined && { [scheme.idHeader]: id }),
  }
}
