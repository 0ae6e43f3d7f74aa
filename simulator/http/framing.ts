import type { IncomingMessage } from 'node:http'
import { ApiError } from '../call/errors.ts'

/**
 * Refuses requests that two parsers could read differently and Node accepts: a second `Host` or
 * `Authorization` (Node keeps the first), no `Host`, or a transfer coding besides `chunked` (Node leaves it undecoded).
 * @returns the refusal, with what to change
 */
export function framingRefusal({
  headers,
  httpVersion,
  rawHeaders,
}: Pick<IncomingMessage, 'headers' | 'httpVersion' | 'rawHeaders'>): ApiError | undefined {
  if (headers.host === undefined && httpVersion === '1.1') return refusal('Send a Host header.')
  if (isRepeated(rawHeaders, 'host')) return refusal('Send the Host header once.')
  if (isRepeated(rawHeaders, 'authorization'))
    return refusal('Send the Authorization header once, with one credential.')
  const coding = headers['transfer-encoding']
  if (coding !== undefined && coding.toLowerCase() !== 'chunked')
    return refusal(
      'Send the body as it is, with Content-Length or with Transfer-Encoding: chunked alone.',
    )
  return undefined
}

function refusal(next: string): ApiError {
  return new ApiError('malformed_request', {}, `The request is not well-formed HTTP. ${next}`)
}

/** @param rawHeaders names and values in turn; @param name in lower case */
function isRepeated(rawHeaders: readonly string[], name: string): boolean {
  let seen = false
  for (let i = 0; i < rawHeaders.length; i += 2) {
    const given = rawHeaders[i]!
    if (given.length !== name.length || given.toLowerCase() !== name) continue
    if (seen) return true
    seen = true
  }
  return false
}
