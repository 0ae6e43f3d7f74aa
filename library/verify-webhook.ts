import { createHmac, timingSafeEqual } from 'node:crypto'
import { isUint8Array } from 'node:util/types'
import type { WebhookEvent } from './types/webhooks.ts'

/** Thrown for a webhook that must not be trusted: respond with 400 and do nothing. */
export class InvalidWebhookError extends Error {
  override name = 'InvalidWebhookError'
}

/** Header fields of a request: those of `fetch`, Node.js and the frameworks above it. */
export type WebhookHeaders =
  | { get(name: string): string | null }
  | Readonly<Record<string, string | readonly string[] | undefined>>

const HEADER = 'x-webhook-signature'
const SECRET = /^whsec_([A-Za-z0-9+/]{43}=)$/

/**
 * Verifies that a webhook was signed with the subscription's secret, and parses it.
 *
 * The signature covers the body alone, so nothing in the headers can be trusted for a decision. The
 * body is the same at each retry and replay: make the handler idempotent by `sessionId` and `type`.
 * @param body the raw body; parsing and serializing it again changes the bytes
 * @param headers of the request, or the value of `X-Webhook-Signature`
 * @param secret of the subscription, `whsec_...`; during a rotation, all that are valid
 * @returns the event
 * @throws {InvalidWebhookError} when the signature is missing or does not fit, or the body is not a
 * JSON object
 * @throws {TypeError} when the body was parsed, or the secret is not a signing secret
 */
export function verifyWebhook(
  body: string | Uint8Array,
  headers: WebhookHeaders | string | null | undefined,
  secret: string | readonly string[],
): WebhookEvent {
  checkRaw(body)
  const value = typeof headers === 'string' ? headers : signatureOf(headers)
  if (value === undefined || value === '')
    throw new InvalidWebhookError('The webhook has no X-Webhook-Signature header.')
  const given = value.split(/\s+/).flatMap((part) => /^v1=([0-9a-f]{64})$/.exec(part)?.[1] ?? [])
  if (given.length === 0)
    throw new InvalidWebhookError('X-Webhook-Signature has no v1=<64 hexadecimal digits>.')
  const secrets = [secret].flat()
  if (secrets.length === 0) throw noSecret()
  const fits = secrets.flatMap((one) => {
    const wanted = macOf(body, one)
    return given.map((hex) => timingSafeEqual(Buffer.from(hex, 'hex'), wanted))
  })
  if (!fits.includes(true))
    throw new InvalidWebhookError(
      'No signature matches this body and secret. Expected the raw body as received, and the secret of this subscription.',
    )
  return read(body)
}

/**
 * Signs a body as the service does, for tests of a receiver.
 * @param body the raw body
 * @param secret of the subscription, `whsec_...`
 * @returns the value of `X-Webhook-Signature`
 * @throws {TypeError} when the body was parsed, or the secret is not a signing secret
 */
export function signWebhook(body: string | Uint8Array, secret: string): string {
  checkRaw(body)
  return `v1=${macOf(body, secret).toString('hex')}`
}

function checkRaw(body: unknown): void {
  if (typeof body === 'string' || isUint8Array(body)) return
  const kind = body === null ? 'null' : Array.isArray(body) ? 'an array' : typeof body
  throw new TypeError(
    `Expected the raw body as a string or Buffer, got ${kind}. Take it before any JSON parser: with Express, express.raw({ type: 'application/json' }).`,
  )
}

function macOf(body: string | Uint8Array, secret: string): Buffer {
  const key = SECRET.exec(secret)?.[1]
  if (key === undefined) throw noSecret()
  return createHmac('sha256', Buffer.from(key, 'base64')).update(body).digest()
}

function noSecret(): TypeError {
  return new TypeError('Expected a signing secret: whsec_ and the base64 of 32 bytes.')
}

function signatureOf(headers: WebhookHeaders | null | undefined): string | undefined {
  if (headers === undefined || headers === null) return undefined
  if (typeof headers.get === 'function') return headers.get(HEADER) ?? undefined
  const entry = Object.entries(headers).find(([name]) => name.toLowerCase() === HEADER)
  return [entry?.[1] ?? []].flat().join(' ')
}

function read(body: string | Uint8Array): WebhookEvent {
  try {
    const text =
      typeof body === 'string' ? body : new TextDecoder('utf-8', { fatal: true }).decode(body)
    const event: unknown = JSON.parse(text)
    if (typeof event === 'object' && event !== null && !Array.isArray(event))
      return event as WebhookEvent
  } catch {
    // Said below.
  }
  throw new InvalidWebhookError('The body is signed, but it is not a JSON object.')
}
