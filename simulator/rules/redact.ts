/** What stands where something is not shown. */
export const HIDDEN = '[redacted]'

/** Credentials of the service by their form, wherever they stand; and what follows the word Bearer, or looks like a JWT. */
const CREDENTIAL =
  /ah_[a-z]{2}_[\w-]+|(?<![a-z0-9])bt_[\w-]{8,}|whsec_[\w+/=-]+|\bbearer\s+\S+|\beyJ[\w-]{4,}\.[\w-]*(?:\.[\w-]*)?/gi
/** Names of what is a secret whatever its form. */
const SECRET_NAME = /secret|token|passw|authorization|credential|api_?-?key|private_?-?key/i
const LONGEST_TEXT = 2000
/** What has no blank for so long is nothing that a person wrote: an image, a file, a signature. */
const NO_WORDS = /^data:|\S{400}/

/** A text without credentials, and without what a URL may carry of them. */
export function redactedText(text: string): string {
  // Before any pattern looks at it: a caller chooses how long it is.
  if (text.length > LONGEST_TEXT || NO_WORDS.test(text)) return `[${text.length} characters]`
  return text
    .replaceAll(/(https?:\/\/)[^\s/?#@]*@/gi, `$1${HIDDEN}@`)
    .replaceAll(/(https?:\/\/[^\s?#]*)[?#]\S*/gi, `$1?${HIDDEN}`)
    .replaceAll(CREDENTIAL, HIDDEN)
}

/** What was sent as JSON, without secrets and without anything that is too long to be read. */
export function redactedValue(value: unknown): unknown {
  if (typeof value === 'string') return redactedText(value)
  if (Array.isArray(value)) return value.map(redactedValue)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [
      redactedText(name),
      SECRET_NAME.test(name) && inner !== null ? HIDDEN : redactedValue(inner),
    ]),
  )
}

/**
 * A path as it is shown. Credentials that were put into it by mistake are hidden, those behind escapes too: what an
 * escape stands for is looked at until there is none left.
 */
export function redactedPath(path: string): string {
  const start = path.slice(0, LONGEST_TEXT)
  let plain = start
  for (let round = 0; round < 5; round++) {
    const decoded = unescaped(plain)
    if (decoded === plain) break
    plain = decoded
  }
  const shown = plain.replaceAll(CREDENTIAL, HIDDEN)
  return shown === plain ? start : shown
}

function unescaped(text: string): string {
  return text.replaceAll(/%([0-7][0-9a-f])/gi, (_, hex: string) =>
    String.fromCharCode(parseInt(hex, 16)),
  )
}

/** Values of the parameters that the operation has; of others the name alone. */
export function redactedQuery(
  query: Record<string, unknown>,
  known: readonly string[],
): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(query)
      .slice(0, 50)
      .map(([name, value]) => [
        redactedText(name.slice(0, 100)),
        known.includes(name) && typeof value === 'string'
          ? redactedPath(redactedText(value))
          : HIDDEN,
      ]),
  )
}
