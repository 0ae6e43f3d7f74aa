/** No browser sends a longer header. */
const LONGEST = 1000

/**
 * Returns the language tags of an `Accept-Language` header in the order of their weights (RFC 9110, section 12.5.4).
 * Omits `*` and languages with weight 0; ignores a header longer than any browser's.
 */
export function languagesOf(header: string | undefined): string[] {
  if (header === undefined || header.length > LONGEST) return []
  return header
    .split(',')
    .map((entry) => {
      const [tag = '', ...parameters] = entry.split(';').map((part) => part.trim())
      const weight = parameters.map((one) => /^q=([0-9.]+)$/i.exec(one)?.[1]).find(Boolean)
      return { tag, weight: weight === undefined ? 1 : Number(weight) }
    })
    .filter(({ tag, weight }) => tag !== '' && tag !== '*' && weight > 0)
    .sort((one, other) => other.weight - one.weight)
    .map(({ tag }) => tag)
}
