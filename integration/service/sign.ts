import { createHmac, randomBytes } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import {
  KIT_SCHEME,
  secretKey,
  type SignatureScheme,
} from '../../conformance/receiver/signature.ts'

/** A webhook before it is signed. */
export interface WebhookParts {
  /** Id of the event, the same in each delivery: `X-Webhook-Id`, and the signed id of a scheme that has one. */
  id: string
  body: string
  /** Further headers, such as the version; not id, timestamp and signature. */
  headers: Record<string, string>
  /** Sends the names of all headers in lower case, as HTTP/2 does (RFC 9110, 5.1: they have no case). */
  isLowerCase?: true
  /**
   * Replaces the correct signature: by another secret, another key, none, that of another body, or
   * changed bytes. `beside`: the correct one comes before or after that of another secret, as after
   * a rotation.
   */
  signature?:
    | { secret: string }
    | { key: string }
    | 'none'
    | { of: string }
    | { alter: (mac: Buffer) => Buffer }
    | { beside: 'newer' | 'older' }
    /** The whole value of the header. */
    | { header: string }
}

/** Returns an id for a new event. */
export function newEventId(): string {
  return `evt_${randomBytes(12).toString('hex')}`
}

/** Builds a test ping as the console sends it. */
export function testPing(): WebhookParts {
  return {
    id: newEventId(),
    body: JSON.stringify({ type: 'webhook.test_ping', test: true, mode: 'test' }),
    headers: { 'X-Webhook-Origin': 'test_ping' },
  }
}

/**
 * Returns the headers of one delivery: id of the event, timestamp of the attempt, and signature.
 * @throws {Error} when the secret does not have the encoding of the scheme
 */
export function signedHeaders(
  scheme: SignatureScheme,
  webhook: WebhookParts,
  secret: string,
): Record<string, string> {
  const headers = headersOf(scheme, webhook, secret)
  if (!webhook.isLowerCase) return headers
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]),
  )
}

function headersOf(
  scheme: SignatureScheme,
  { id, body, headers, signature }: WebhookParts,
  secret: string,
): Record<string, string> {
  const timestamp = String(Math.floor(Date.now() / 1000))
  const unsigned = distinct([
    ...Object.entries(headers),
    ['X-Webhook-Id', id],
    ['X-Webhook-Timestamp', timestamp],
    ...named(scheme.timestampHeader, timestamp),
    ...named(scheme.idHeader, id),
  ])
  if (signature === 'none') return unsigned
  if (typeof signature === 'object' && 'header' in signature)
    return { ...unsigned, [scheme.header]: signature.header }
  const used = typeof signature === 'object' && 'secret' in signature ? signature.secret : secret
  const signedBody = typeof signature === 'object' && 'of' in signature ? signature.of : body
  const key =
    typeof signature === 'object' && 'key' in signature
      ? Buffer.from(signature.key)
      : secretKey(used, scheme.secret)
  if (!key)
    throw new Error(
      `the secret is not ${scheme.secret}; pass the secret of your subscription, or name its encoding in "signature.secret"`,
    )
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
  // Other schemes may have one signature only (GAP-SIGNATURE).
  if (
    typeof signature === 'object' &&
    'beside' in signature &&
    isDeepStrictEqual(scheme, KIT_SCHEME)
  ) {
    const other = scheme.prefix + randomBytes(mac.length).toString(scheme.encoding)
    // The newest secret signs first.
    const values = signature.beside === 'newer' ? [other, value] : [value, other]
    return { ...unsigned, [scheme.header]: values.join(' ') }
  }
  const isTimed = scheme.signed !== 'body' && scheme.timestampHeader === undefined
  return { ...unsigned, [scheme.header]: isTimed ? `t=${timestamp},${value}` : value }
}

function named(name: string | undefined, value: string): [string, string][] {
  return name === undefined ? [] : [[name, value]]
}

/** Keeps the last header of each name, in any case: a scheme may use the names of the kit. */
function distinct(headers: readonly [name: string, value: string][]): Record<string, string> {
  const last = new Map(headers.map((header) => [header[0].toLowerCase(), header]))
  return Object.fromEntries(last.values())
}
