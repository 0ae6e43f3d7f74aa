import type { FastifyInstance } from 'fastify'
import { ApiError, validationError } from '../service/errors.ts'
import { tooDeep } from '../service/json-text.ts'

/** A body that was read: its text as it came and what it means. */
export interface JsonBody { text: string, value: unknown }

/**
 * The service's own body parsers instead of the framework's: JSON only, nothing dropped or renamed (`__proto__` is a key
 * like any other), UTF-8 or refused, nesting bounded before anything walks it.
 */
export function addBodyParsers(app: FastifyInstance): void {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser(/^application\/json(\s*;|\s*$)/i, { parseAs: 'buffer' }, (_request, body, done) => {
    try {
      // No bytes are no body: whether one is needed is the operation's to say.
      done(null, (body as Buffer).length === 0 ? undefined : parseJson(body as Buffer))
    } catch (error) {
      done(error as Error)
    }
  })
}

export function parseJson(bytes: Buffer): JsonBody {
  let text: string
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    throw validationError([{ code: 'custom', path: [], message: 'The body is not valid UTF-8' }])
  }
  if (tooDeep(text)) {
    throw validationError([{ code: 'too_big', path: [], message: 'The body is nested deeper than 100 levels' }])
  }
  try {
    return { text, value: JSON.parse(text) }
  } catch {
    throw validationError([{ code: 'custom', path: [], message: 'The body is not valid JSON' }])
  }
}

/** Framework refusals in the contract's terms. */
export function bodyRefusal(error: { code?: string }): ApiError | undefined {
  switch (error.code) {
    case 'FST_ERR_CTP_BODY_TOO_LARGE': return new ApiError('payload_too_large')
    case 'FST_ERR_CTP_INVALID_MEDIA_TYPE': return new ApiError('unsupported_media_type')
    case 'FST_ERR_CTP_INVALID_CONTENT_LENGTH': return new ApiError('malformed_request')
    default: return undefined
  }
}
