import { at } from '../http/json.ts'
import { indent, printable } from '../text.ts'
import { type Delivery, headerOf } from './receiver.ts'
import { checkSignature, KIT_SCHEME } from './signature.ts'

export interface SignatureSettings {
  header: string
  /** Verifies signatures, if given. */
  secret?: string
}

/** Headers of the connection or of HTTP clients, which are not part of an event. */
const DULL = new Set([
  'host',
  'connection',
  'content-length',
  'accept',
  'accept-encoding',
  'user-agent',
  'transfer-encoding',
])

/** Formats a delivery for people. Control characters are escaped, so a sender cannot move the cursor. */
export function readableDelivery(delivery: Delivery, settings: SignatureSettings): string {
  const headers = delivery.rawHeaders.filter(([name]) => !DULL.has(name.toLowerCase()))
  const { receivedAt, method, path } = delivery
  return printable(
    [
      [
        receivedAt.toISOString(),
        eventType(delivery),
        `${method} ${path}`,
        `signature ${signatureOf(delivery, settings)}`,
      ].join('  '),
      ...headers.map(([name, value]) => `  ${name}: ${value}`),
      indent(readableBody(delivery.body), '  '),
      '',
    ].join('\n'),
  )
}

/** Formats a delivery as one line of JSON; the body is a string if it is text, else base64. */
export function jsonDelivery(delivery: Delivery, settings: SignatureSettings): string {
  const { receivedAt, method, path, rawHeaders, body } = delivery
  const text = textOf(body)
  return JSON.stringify({
    received_at: receivedAt.toISOString(),
    event_type: eventType(delivery),
    method,
    path,
    headers: rawHeaders,
    signature: signatureOf(delivery, settings),
    ...(text === undefined ? { body_base64: body.toString('base64') } : { body: text }),
  })
}

function eventType(delivery: Delivery): string {
  const type = at(jsonOf(delivery.body), 'type')
  const origin = headerOf(delivery, 'X-Webhook-Origin')
  if (typeof type === 'string' && type !== '') return type
  return origin === 'test_ping' ? '(test ping)' : '(no type)'
}

/** Whether a secret is known and the delivery is not signed with it. */
export function isRefused(delivery: Delivery, settings: SignatureSettings): boolean {
  return signatureOf(delivery, settings).startsWith('INVALID')
}

function signatureOf(delivery: Delivery, { header, secret }: SignatureSettings): string {
  if (secret === undefined) return 'not checked (no --secret)'
  const { valid, reason } = checkSignature(
    { ...KIT_SCHEME, header },
    { header: (name) => headerOf(delivery, name), body: delivery.body },
    secret,
  )
  return valid ? 'valid' : `INVALID: ${reason}`
}

function readableBody(body: Buffer): string {
  const json = jsonOf(body)
  if (json !== undefined) return JSON.stringify(json, undefined, 2)
  return textOf(body) ?? `(${body.byteLength} bytes of binary data)`
}

function jsonOf(body: Buffer): unknown {
  try {
    return JSON.parse(textOf(body) ?? '')
  } catch {
    return undefined
  }
}

function textOf(body: Buffer): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(body)
  } catch {
    return undefined
  }
}
