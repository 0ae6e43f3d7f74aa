/** Shorter texts could be in a page by chance. */
const LEAST_SECRET = 16

/** Whether a text contains a secret key: one of any organization, or the secret part of the given keys. */
export function holdsKey(text: string, keys: readonly string[]): boolean {
  const secrets = keys
    .map((key) => key.replace(/^ah_sk_[a-z]+_[a-z]+_/, ''))
    .filter(({ length }) => length >= LEAST_SECRET)
  return holds(text, ['ah_sk_', ...secrets])
}

/** Whether a text contains a signing secret, with or without its prefix. */
export function holdsSigningSecret(text: string, secret: string): boolean {
  const value = secret.replace(/^whsec_/, '')
  return value.length >= LEAST_SECRET && holds(text, [value])
}

/** Also finds secrets in base64, as for basic authentication, in hex, and percent-encoded. */
function holds(text: string, secrets: readonly string[]): boolean {
  const decoded = [
    ...(text.match(/[\w+/-]{16,}/g) ?? []).map((one) => Buffer.from(one, 'base64').toString()),
    ...(text.match(/[0-9a-f]{32,}/gi) ?? []).map((one) => Buffer.from(one, 'hex').toString()),
    text.replace(/%([0-9a-f]{2})/gi, (_, hex: string) => String.fromCharCode(parseInt(hex, 16))),
  ]
  return [text, ...decoded].some((one) => secrets.some((secret) => one.includes(secret)))
}
