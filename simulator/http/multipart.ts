import { type ApiError, validationError } from '../call/errors.ts'
import type { FormPart } from '../call/form-part.ts'

/**
 * Maximum number of parts: more than any form of the contract has fields, so that the error for a
 * typical mistake names the extra parts.
 */
const MOST_PARTS = 20
/** Maximum size of the headers of one part. */
const MOST_HEAD_BYTES = 8192

/**
 * Parses a complete `multipart/form-data` body (RFC 7578; framing by RFC 2046). The parts share the
 * body's memory. Text before the first boundary and after the last one is ignored (RFC 2046).
 * @throws {ApiError} validation_error if the framing is broken: the rest cannot be parsed
 */
export function parseMultipart(body: Buffer, contentType: string): FormPart[] {
  const delimiter = Buffer.from(`\r\n--${boundaryOf(contentType)}`, 'latin1')
  const parts: FormPart[] = []
  let at = firstDelimiter(body, delimiter)
  for (;;) {
    if (body[at] === DASH && body[at + 1] === DASH) return parts
    at = endOfDelimiterLine(body, at)
    const end = body.indexOf(delimiter, at - 2)
    if (end < 0) throw truncated()
    if (parts.length === MOST_PARTS)
      throw problem('too_big', `Expected at most ${MOST_PARTS} parts`)
    parts.push(readPart(body.subarray(at, end)))
    at = end + delimiter.length
  }
}

/**
 * Returns the form as one object for schema validation. A file becomes an empty string, because a
 * schema cannot validate its bytes.
 */
export function formValue(parts: readonly FormPart[]): Record<string, string> {
  return Object.fromEntries(
    parts.map(({ name, filename, bytes }) => [
      name,
      filename === undefined ? bytes.toString('utf8', 0, MOST_TEXT_BYTES) : '',
    ]),
  )
}

/** No field has a longer value. The limit avoids decoding an image that was sent as text. */
const MOST_TEXT_BYTES = 1024

const DASH = 0x2d
const SPACE = 0x20
const TAB = 0x09

function boundaryOf(contentType: string): string {
  const [, quoted, plain] = /;\s*boundary=(?:"([^"]*)"|([^\s;"]*))/i.exec(contentType) ?? []
  const boundary = quoted ?? plain ?? ''
  if (boundary.length >= 1 && boundary.length <= 70) return boundary
  throw problem(
    'custom',
    'Expected a boundary of 1 to 70 characters in the Content-Type: leave that header to the HTTP client',
  )
}

/** Returns the index after the first delimiter, which is at the start of the body or of a line. */
function firstDelimiter(body: Buffer, delimiter: Buffer): number {
  const atStart = delimiter.subarray(2)
  if (body.subarray(0, atStart.length).equals(atStart)) return atStart.length
  const found = body.indexOf(delimiter)
  if (found < 0) throw truncated()
  return found + delimiter.length
}

/** Returns the index after the line of a delimiter, which may only have trailing spaces and tabs. */
function endOfDelimiterLine(body: Buffer, at: number): number {
  while (body[at] === SPACE || body[at] === TAB) at++
  if (at + 2 > body.length) throw truncated()
  if (body[at] === 0x0d && body[at + 1] === 0x0a) return at + 2
  throw problem('custom', 'Expected the end of the line after a boundary')
}

/** Parses one part. @param part begins with the first header, or with the empty line if there is none */
function readPart(part: Buffer): FormPart {
  const headless = part[0] === 0x0d && part[1] === 0x0a
  const end = headless ? 0 : part.subarray(0, MOST_HEAD_BYTES).indexOf('\r\n\r\n')
  if (end < 0) {
    throw problem(
      'custom',
      `Expected headers of at most ${MOST_HEAD_BYTES} bytes and a blank line to start each part`,
    )
  }
  const { name, filename } = dispositionOf(part.toString('utf8', 0, end))
  const bytes = part.subarray(end + (headless ? 2 : 4))
  return filename === undefined ? { name, bytes } : { name, filename, bytes }
}

const PARAMETER = /;\s*([^\s=;"]+)=(?:"((?:[^"\\]|\\.)*)"|([^\s;"]*))/g

function dispositionOf(head: string): { name: string; filename?: string | undefined } {
  const disposition = /^content-disposition:[ \t]*form-data[ \t]*(;.*)?$/im.exec(head)
  const parameters = new Map<string, string>()
  for (const [, key, quoted, plain] of (disposition?.[1] ?? '').matchAll(PARAMETER)) {
    parameters.set(key!.toLowerCase(), quoted?.replaceAll(/\\(["\\])/g, '$1') ?? plain!)
  }
  const name = parameters.get('name')
  if (name === undefined) throw problem('custom', 'Expected each part to be form-data with a name')
  return { name, filename: parameters.get('filename') ?? parameters.get('filename*') }
}

function truncated(): ApiError {
  return problem('custom', 'Expected the closing boundary, got the end of the body')
}

function problem(code: string, message: string): ApiError {
  return validationError([{ code, path: [], message }])
}
