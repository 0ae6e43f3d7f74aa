/** Shorter texts could be in a page by chance. */
const LEAST_SECRET = 16

/**
 * Whether a text contains a secret key: one of any organization, or the secret part of the given keys. Also finds it
 * in base64, as for basic authentication, in hex, and percent-encoded.
 */
export function holdsKey(text: string, keys: readonly string[]): boolean {
  const secrets = keys
    .map((key) => key.replace(/^ah_sk_[a-z]+_[a-z]+_/, ''))
    .filter(({ length }) => length >= LEAST_SECRET)
  const decoded = [
    ...(text.match(/[\w+/-]{16,}/g) ?? []).map((one) => Buffer.from(one, 'base64').toString()),
    ...(text.match(/[0-9a-f]{32,}/gi) ?? []).map((one) => Buffer.from(one, 'hex').toString()),
    text.replace(/%([0-9a-f]{2})/gi, (_, hex: string) => String.fromCharCode(parseInt(hex, 16))),
  ]
  return [text, ...decoded].some((one) =>
    ['ah_sk_', ...secrets].some((secret) => one.includes(secret)),
  )
}
