import type { IncomingMessage } from 'node:http'
import { ApiError } from '../call/errors.ts'

/**
 * Rejects ambiguous requests that Node accepts: a second `Host` or `Authorization` (Node keeps the
 * first), no `Host`, or a transfer coding besides `chunked` (Node does not decode it).
 * @returns the error with a remedy; undefined for an unambiguous request
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

/** @param rawHeaders alternating names and values @param name in lower case */
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
