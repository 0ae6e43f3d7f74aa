import { createHmac } from 'node:crypto'

/** Signed content of a delivery: only the body, or timestamp, delivery id and body. */
export const SIGNED_CONTENTS = ['body', 'timestamp.body', 'id.timestamp.body'] as const

/**
 * Conversion of a secret's text to the HMAC key. A prefix such as `whsec_` is not part of hex or
 * base64.
 */
export const SECRET_ENCODINGS = ['raw', 'hex', 'base64'] as const

/** A signature scheme for webhooks: HMAC-SHA256, in one of the common variants (GAP-SIGNATURE). */
export interface SignatureScheme {
  /** Name of the header that holds one or more signatures. */
  header: string
  encoding: 'hex' | 'base64'
  /** Precedes each signature, as in `v1=`; empty for none. */
  prefix: string
  signed: (typeof SIGNED_CONTENTS)[number]
  /** Header with the timestamp. Without it, the timestamp is the `t=` of the signature header. */
  timestampHeader?: string
  /** Header with the id of the delivery; needed for `id.timestamp.body`. */
  idHeader?: string
  secret: (typeof SECRET_ENCODINGS)[number]
}

/** The scheme of this kit's simulator. */
export const KIT_SCHEME: SignatureScheme = {
  header: 'X-Webhook-Signature',
  encoding: 'hex',
  prefix: 'v1=',
  signed: 'body',
  secret: 'base64',
}

export interface SignatureVerdict {
  valid: boolean
  reason: string
}

/** A delivery, reduced to the parts that are signed. `header` returns the value under a name, in any case. */
export interface SignedDelivery {
  header: (name: string) => string | undefined
  body: Uint8Array
}

/** Length of a signing secret (SUB-004). */
const KEY_BYTES = 32

/** Returns the key in the text of a secret; undefined if the text has another encoding. */
export function secretKey(secret: string, encoding: SignatureScheme['secret']): Buffer | undefined {
  if (encoding === 'raw') return secret === '' ? undefined : Buffer.from(secret)
  const [form, end] =
    encoding === 'hex'
      ? [/^([0-9a-f]{2})+$/i, /[0-9a-f]*$/i]
      : [/^[A-Za-z0-9+/_-]+={0,2}$/, /[A-Za-z0-9+/_-]*={0,2}$/]
  const read = (text: string): Buffer => Buffer.from(text, encoding)
  // A prefix may have several parts, as in `whsec_test_`.
  const parts = secret.split('_')
  const texts = [withoutPrefix(secret), ...parts.map((_, i) => parts.slice(i + 1).join('_'))]
  const keys = texts.filter((text) => form.test(text)).map(read)
  // Or it ends in a character that the encoding does not use, as in `key:`.
  const last = read(end.exec(secret)![0])
  const all = [...keys, last].filter(({ byteLength }) => byteLength > 0)
  // A key of another length signs too: the check of the length has to recognize it (SUB-004).
  return all.find(({ byteLength }) => byteLength === KEY_BYTES) ?? all[0]
}

/** Returns the key of a secret of this kit's simulator: `whsec_` and the base64 of 32 bytes. */
export function secretBytes(secret: string): Buffer | undefined {
  const key = secret.startsWith('whsec_') ? secretKey(secret, 'base64') : undefined
  return key?.byteLength === KEY_BYTES ? key : undefined
}

/** Whether the text can encode 32 bytes in one of the usual encodings, or as the bytes themselves. */
export function holds32Bytes(secret: string): boolean {
  return (
    [secret, withoutPrefix(secret)].some((text) => Buffer.byteLength(text) === 32) ||
    (['hex', 'base64'] as const).some((encoding) => secretKey(secret, encoding)?.byteLength === 32)
  )
}

/** Whether one of the signatures in the header is that of the delivery under the secret. */
export function checkSignature(
  scheme: SignatureScheme,
  delivery: SignedDelivery,
  secret: string,
): SignatureVerdict {
  const { header, encoding, prefix } = scheme
  const refused = (reason: string): SignatureVerdict => ({ valid: false, reason })
  const key = secretKey(secret, scheme.secret)
  if (!key) return refused(`the secret is not ${scheme.secret}`)
  const value = delivery.header(header)
  if (value === undefined) return refused(`there is no ${header}`)
  const content = signedContent(scheme, delivery, value)
  if (typeof content === 'string') return refused(content)
  const signature = createHmac('sha256', key).update(content).digest(encoding)
  const given = signaturesIn(value, prefix, signature.length)
  const wanted = encoding === 'hex' ? [signature, signature.toUpperCase()] : [signature]
  if (given.some((one) => wanted.includes(one))) return { valid: true, reason: 'valid' }
  const length = encoding === 'hex' ? '64 hex digits' : '44 characters of base64'
  return given.length > 0
    ? refused('no signature matches this body and secret')
    : refused(`${header} holds no ${prefix}<${length}>`)
}

/** Returns the texts of this length behind the prefix, which may itself contain separators. */
function signaturesIn(value: string, prefix: string, length: number): string[] {
  const found: string[] = []
  for (let at = value.indexOf(prefix); at !== -1; at = value.indexOf(prefix, at + 1)) {
    const [begin, end] = [at + prefix.length, at + prefix.length + length]
    const text = value.slice(begin, end)
    const isWhole = SEPARATES.test(value[at - 1] ?? ' ') && SEPARATES.test(value[end] ?? ' ')
    if (isWhole && text.length === length && !SEPARATES.test(text)) found.push(text)
    if (at === value.length) break
  }
  return found
}

const SEPARATES = /[\s,;]/

/** Returns the bytes that are signed, or the name of a missing part. */
function signedContent(
  { signed, timestampHeader, idHeader }: SignatureScheme,
  { header, body }: SignedDelivery,
  signature: string,
): Buffer | string {
  const parts: string[] = []
  if (signed === 'id.timestamp.body') {
    const id = idHeader === undefined ? undefined : header(idHeader)
    if (id === undefined) return `there is no ${idHeader ?? 'header with the id'}`
    parts.push(id)
  }
  if (signed !== 'body') {
    const timestamp =
      timestampHeader === undefined
        ? /(?:^|[\s,;])t=([^\s,;]+)/.exec(signature)?.[1]
        : header(timestampHeader)
    if (timestamp === undefined)
      return `there is no ${timestampHeader ?? 't= beside the signature'}`
    parts.push(timestamp)
  }
  return Buffer.concat([Buffer.from(parts.map((part) => `${part}.`).join('')), body])
}

/**
 * Returns the text after a prefix such as `whsec_`. An underscore may also be part of the base64url
 * of 32 bytes.
 */
function withoutPrefix(secret: string): string {
  const isWhole = /^([A-Za-z0-9_-]{43}=?|[0-9a-f]{64})$/i.test(secret)
  return isWhole ? secret : secret.replace(/^[A-Za-z0-9]+_(?=.)/, '')
}
