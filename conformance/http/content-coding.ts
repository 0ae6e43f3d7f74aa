import type { Traffic } from './traffic.ts'

/** Codings that leave a body as it is. */
const NONE = /^(identity)?$/i

/**
 * Describes a Content-Encoding that no request of the suite accepts; undefined if there is none. The
 * suite compares bytes, so it sends `Accept-Encoding: identity` and decodes nothing.
 */
export function unaskedCoding(
  headers: readonly (readonly [name: string, value: string])[],
): string | undefined {
  const codings = headers
    .filter(([name, value]) => /^content-encoding$/i.test(name) && !NONE.test(value.trim()))
    .map(([, value]) => value)
  if (codings.length === 0) return undefined
  return `a body with Content-Encoding: ${codings.join(', ')}, although the request accepts identity only`
}

/** Returns a note about the first response of a check with such a body. */
export function codedResponses(traffic: readonly Traffic[]): string | undefined {
  for (const [i, { answer }] of traffic.entries()) {
    const coded = answer && unaskedCoding(answer.headers)
    if (coded !== undefined)
      return `response #${i + 1} has ${coded}; the suite decodes no body, so send it without a coding`
  }
  return undefined
}
