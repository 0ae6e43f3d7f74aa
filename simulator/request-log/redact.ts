/** Placeholder of redacted text. */
export const HIDDEN = '[redacted]'

/** Credentials by their format, the text after "Bearer" (but not the words "Bearer token"), JWTs, and links of signing frames. */
const CREDENTIAL =
  /(?<=\/s\/frames\/(?:open\/)?)(?!open\/)[\w-]{8,}|ah_[a-z]{2}_[\w-]+|(?<![a-z0-9])bt_[\w-]{8,}|whsec_[\w+/=-]+|\bbearer\s+(?!token(?:\s|$))\S+|\beyJ[\w-]{4,}\.[\w-]*(?:\.[\w-]*)?/gi
/** Names of members whose value is always redacted. */
const SECRET_NAME = /secret|token|passw|authorization|credential|api_?-?key|private_?-?key/i
const LONGEST_TEXT = 2000
/**
 * Text without spaces over this length is binary data (an image, a file, a signature), not prose.
 */
const NO_WORDS = /^data:|\S{400}/

/** Redacts credentials and URL parameters in a text. */
export function redactedText(text: string): string {
  // Truncate before matching any pattern: callers choose the length.
  if (text.length > LONGEST_TEXT || NO_WORDS.test(text)) return lengthOf(text.length)
  return text
    .replaceAll(/(https?:\/\/)[^\s/?#@]*@/gi, `$1${HIDDEN}@`)
    .replaceAll(/(https?:\/\/[^\s?#]*)[?#]\S*/gi, `$1?${HIDDEN}`)
    .replaceAll(CREDENTIAL, HIDDEN)
}

/** Shows the length of a text instead of the text. */
function lengthOf(characters: number): string {
  return `[${characters} characters]`
}

/**
 * Redacts the files of a JSON body. Long ones are already empty in its text, short ones are not.
 */
export function redactedFiles(
  body: unknown,
  files: Iterable<{ path: string; characters: number }>,
): unknown {
  for (const { path, characters } of files) {
    const names = path.split('.')
    const last = names.pop()!
    const owner = names.reduce(
      (value, name) => (value as Record<string, unknown>)[name],
      body,
    ) as Record<string, unknown>
    owner[last] = lengthOf(characters)
  }
  return body
}

/** Redacts a JSON value: secrets and texts that are too long. */
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
 * Redacts credentials in a path, including percent-encoded ones: decodes repeatedly until no escape
 * is left.
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

/** Shows the values of known query parameters; for unknown ones only the name. */
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
