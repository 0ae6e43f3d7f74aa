/** Shorter secrets could be in a page by chance. */
const LEAST_SECRET = 16
/** Shorter parts identify a secret, as the last four characters do, and give it to nobody. */
const LEAST_PART = 12
/** Encodings of encodings that are decoded, such as base64 in a percent-encoded address. */
const MOST_LAYERS = 3

/** Whether a text contains a secret key: one of any organization, or a part of the given keys. */
export function holdsKey(text: string, keys: readonly string[]): boolean {
  const secrets = keys
    .map((key) => key.replace(/^ah_sk_[a-z]+_[a-z]+_/, ''))
    .filter(({ length }) => length >= LEAST_SECRET)
  return holds(text, ['ah_sk_', ...secrets.flatMap(partsOf)])
}

/** Whether a text contains a part of a signing secret, as text or as the bytes that it encodes. */
export function holdsSigningSecret(text: string, secret: string): boolean {
  const value = secret.replace(/^whsec_/, '')
  if (value.length < LEAST_SECRET) return false
  const bytes = Buffer.from(value, 'base64')
  const spellings = [value, bytes.toString('base64url'), bytes.toString('hex')]
  return holds(text, [...spellings, bytes.toString('latin1')].flatMap(partsOf))
}

function partsOf(secret: string): string[] {
  const value = secret.replace(/=+$/, '')
  const backwards = [...value].toReversed().join('')
  return [value, backwards].flatMap((one) =>
    Array.from({ length: Math.max(0, one.length - LEAST_PART + 1) }, (_, at) =>
      one.slice(at, at + LEAST_PART),
    ),
  )
}

/** Whether a text or a decoded form of it contains one of the parts, in any case. */
export function holds(text: string, parts: readonly string[]): boolean {
  // One expression: a search for each part would read a large page a hundred times.
  const sought = new RegExp(parts.map((part) => literal(part.toLowerCase())).join('|'))
  let layer = new Set([text])
  for (let depth = 0; depth <= MOST_LAYERS; depth++) {
    for (const one of layer) if (sought.test(one.toLowerCase())) return true
    layer = new Set([...layer].flatMap((one) => decoded(one).filter((form) => form !== one)))
  }
  return false
}

function literal(text: string): string {
  return text.replace(
    /[^a-z0-9]/g,
    (one) => `\\u${one.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
}

/** Decodes what could be JSON or HTML escapes, percent-encoding, bytes as numbers, hex or base64. */
function decoded(text: string): string[] {
  const ofCode = (digits: string, radix: number): string =>
    String.fromCharCode(Number.parseInt(digits, radix))
  const unescaped = text
    .replace(/\\u([0-9a-f]{4})|\\x([0-9a-f]{2})/gi, (_, u: string, x: string) => ofCode(u ?? x, 16))
    .replace(/\\[nrt]/g, ' ')
    .replace(/\\/g, '')
    .replace(/&#x([0-9a-f]+);/gi, (_, hex: string) => ofCode(hex, 16))
    .replace(/&#(\d+);/g, (_, digits: string) => ofCode(digits, 10))
    .replace(/%([0-9a-f]{2})/gi, (_, hex: string) => ofCode(hex, 16))
  const bytes = (text.match(/\d{1,3}(?:,\s*\d{1,3}){11,}/g) ?? []).map((list) =>
    Buffer.from(list.split(',').map(Number)).toString('latin1'),
  )
  const hex = (text.match(/[0-9a-f]{24,}/gi) ?? []).map((run) =>
    Buffer.from(run, 'hex').toString('latin1'),
  )
  const base64 = (text.match(/[\w+/-]{16,}/g) ?? []).flatMap((run) =>
    // A run may begin with characters that are no part of the encoded text.
    [0, 1, 2, 3].map((start) => Buffer.from(run.slice(start), 'base64').toString('latin1')),
  )
  // A secret may be spread over the members of a list.
  const joined = text.replace(/[^\w+/-]/g, '')
  return [unescaped, joined, ...bytes, hex.join('\n'), base64.join('\n')]
}
