import type { IncomingHttpHeaders } from 'node:http'
import type { FastifyInstance } from 'fastify'
import { ApiError, validationError } from '../call/errors.ts'
import type { FormPart } from '../call/form-part.ts'
import { tooDeep } from '../call/json-text.ts'
import { formValue, parseMultipart } from './multipart.ts'

/** A body that was read: what it means, its text as it came if it is JSON, its parts if it is a form. */
export interface ReadBody {
  value: unknown
  text?: string
  parts?: FormPart[]
}

/**
 * The service's own body parsers instead of the framework's, which reads the bytes up to the operation's limit.
 * JSON: nothing dropped or renamed (`__proto__` is a key like any other), UTF-8 or refused, nesting bounded before
 * anything walks it. Forms: in memory, never on a disk.
 */
export function addBodyParsers(app: FastifyInstance): void {
  app.removeAllContentTypeParsers()
  addBodyParser(app, 'application/json', parseJson)
  addBodyParser(app, 'multipart/form-data', (bytes, contentType) => {
    const parts = parseMultipart(bytes, contentType)
    return { value: formValue(parts), parts }
  })
  // Files of any size: whoever takes them reads them as they come.
  app.addContentTypeParser('application/octet-stream', (request, payload, done) => {
    if (request.call?.operation.requestBody?.mediaType !== 'application/octet-stream')
      return done(new ApiError('unsupported_media_type'))
    done(null, { value: payload } satisfies ReadBody)
  })
}

type Parse = (bytes: Buffer, contentType: string) => ReadBody

function addBodyParser(app: FastifyInstance, mediaType: string, parse: Parse): void {
  const pattern = new RegExp(`^${mediaType}(\\s*;|\\s*$)`, 'i')
  app.addContentTypeParser(pattern, { parseAs: 'buffer' }, (request, body, done) => {
    try {
      const bytes = body as Buffer
      if (request.call?.operation.requestBody?.mediaType !== mediaType)
        throw new ApiError('unsupported_media_type')
      if (isOtherCharset(request.headers['content-type']!)) throw otherCharset()
      // No bytes are no body: whether one is needed is the operation's to say.
      done(null, bytes.length === 0 ? undefined : parse(bytes, request.headers['content-type']!))
    } catch (error) {
      const refused = error instanceof NotJson && request.call?.operation.measuredJson
      done(refused ? new ApiError('unsupported_media_type') : (error as Error))
    }
  })
}

export function parseJson(bytes: Buffer): ReadBody {
  let text: string
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    throw new NotJson('The body is not valid UTF-8')
  }
  if (tooDeep(text)) {
    throw validationError([
      { code: 'too_big', path: [], message: 'The body is nested deeper than 100 levels' },
    ])
  }
  try {
    return { text, value: JSON.parse(text) }
  } catch {
    throw new NotJson('The body is not valid JSON')
  }
}

/** Bytes that are called JSON and aren't. */
class NotJson extends ApiError {
  constructor(message: string) {
    super('validation_error', { issues: [{ code: 'custom', path: [], message }] })
  }
}

/** Whether a body is too large by what its headers say, or has a size that they don't say (GAP-VERIFY-BODY-SIZE). */
export function tooLargeOrUnmeasured(headers: IncomingHttpHeaders, limit: number): boolean {
  if (headers['transfer-encoding'] !== undefined || headers['content-encoding'] !== undefined)
    return true
  return Number(headers['content-length'] ?? 0) > limit
}

/** Whether a body has a content coding: none is taken, so that a length in the headers is the length that is read. */
export function isEncoded({ 'content-encoding': coding }: IncomingHttpHeaders): boolean {
  return coding !== undefined && !/^\s*(identity)?\s*$/i.test(coding)
}

export function encodedBody(): ApiError {
  const message = 'Send the body without Content-Encoding: compressed bodies are not taken here.'
  return new ApiError('unsupported_media_type', {}, message)
}

/** Whether a media type names an encoding of text that is neither UTF-8 nor a part of it. */
function isOtherCharset(contentType: string): boolean {
  const [, charset] = /;\s*charset\s*=\s*"?([^\s;"]*)/i.exec(contentType) ?? []
  return charset !== undefined && !/^(utf-?8|us-ascii)$/i.test(charset)
}

function otherCharset(): ApiError {
  return new ApiError(
    'unsupported_media_type',
    {},
    'Send the body in UTF-8, with charset=utf-8 or no charset.',
  )
}

/** @param limit bytes that the operation takes */
export function tooLarge(limit?: number): ApiError {
  return new ApiError('payload_too_large', limit === undefined ? {} : { limit_bytes: limit })
}

/** Framework refusals in the contract's terms. */
export function bodyRefusal(error: { code?: string }, limit?: number): ApiError | undefined {
  switch (error.code) {
    case 'FST_ERR_CTP_BODY_TOO_LARGE':
      return tooLarge(limit)
    case 'FST_ERR_CTP_INVALID_MEDIA_TYPE':
      return new ApiError('unsupported_media_type')
    case 'FST_ERR_CTP_INVALID_CONTENT_LENGTH':
      return new ApiError('malformed_request')
    default:
      return undefined
  }
}
