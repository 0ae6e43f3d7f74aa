import type { IncomingHttpHeaders, IncomingMessage } from 'node:http'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { jsonPlace } from '../../library/file-errors.ts'
import { limits } from '../../spec/generated/limits.ts'
import { ApiError, validationError } from '../call/errors.ts'
import type { Operation } from '../../spec/contract.ts'
import type { FormPart } from '../call/form-part.ts'
import { tooDeep } from '../call/json-text.ts'
import { collectBody, tooLarge } from '../uploads/collect-body.ts'
import type { EncodedFile } from '../uploads/encoded-files.ts'
import type { UploadReader } from '../uploads/upload-reader.ts'
import { formValue } from './multipart.ts'

/**
 * A parsed body: its value, the original text of JSON, the parts of a form. Base64 files in JSON
 * are removed from value and text.
 */
export interface ReadBody {
  value: unknown
  text?: string
  parts?: FormPart[]
  files?: EncodedFile[]
}

/**
 * Replaces the framework's body parsers. Each reads up to the operation's limit. JSON keeps every
 * key (`__proto__` is an ordinary key); invalid UTF-8 is refused; the nesting depth is checked
 * before parsing. Forms stay in memory.
 */
export function addBodyParsers(app: FastifyInstance, uploads: UploadReader): void {
  app.removeAllContentTypeParsers()
  addBodyParser(app, 'application/json', (bytes, request) => {
    const paths = request.call!.operation.requestBody!.files
    return paths.length > 0 ? parseJsonWithFiles(uploads, bytes, paths) : parseJson(bytes)
  })
  addBodyParser(app, 'multipart/form-data', async (bytes, { headers }) => {
    const parts = await uploads.form(bytes, headers['content-type']!)
    return { value: formValue(parts), parts }
  })
  // The handler reads files of any size as a stream.
  app.addContentTypeParser('application/octet-stream', (request, payload, done) => {
    if (request.call?.operation.requestBody?.mediaType !== 'application/octet-stream')
      return done(otherMediaType(request.call?.operation))
    done(null, { value: payload } satisfies ReadBody)
  })
}

type Parse = (bytes: Buffer, request: FastifyRequest) => ReadBody | Promise<ReadBody>

function addBodyParser(app: FastifyInstance, mediaType: string, parse: Parse): void {
  const pattern = new RegExp(`^${mediaType}(\\s*;|\\s*$)`, 'i')
  app.addContentTypeParser(pattern, async (request: FastifyRequest, payload: IncomingMessage) => {
    const operation = request.call?.operation
    if (operation?.requestBody?.mediaType !== mediaType) throw otherMediaType(operation)
    if (isOtherCharset(request.headers['content-type']!)) throw otherCharset()
    const bytes = await collectBody(payload, operation.bodyLimit)
    // Zero bytes are no body; validation reports it if the operation requires one.
    if (bytes.length === 0) return undefined
    try {
      return await parse(bytes, request)
    } catch (error) {
      if (!operation.measuredJson) throw error
      // Bodies of these operations are short, so one that is nested too deeply is parsed as well.
      const problem = error instanceof NotJson ? error.problem : problemOfJson(bytes)
      throw problem ? new ApiError('unsupported_media_type', {}, `${problem}.`) : error
    }
  })
}

export function parseJson(bytes: Buffer): ReadBody {
  let text: string
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    throw new NotJson(NO_UTF8)
  }
  return parseJsonText(text, text.length <= SEARCHED)
}

/** @param paths of the members that are files */
async function parseJsonWithFiles(
  uploads: UploadReader,
  bytes: Buffer,
  paths: readonly string[],
): Promise<ReadBody> {
  const reduced = await uploads.withoutFiles(bytes, paths)
  if (reduced === 'no UTF-8') throw new NotJson(NO_UTF8)
  // The columns of the reduced text are not those of the body.
  return { ...parseJsonText(reduced.text, false), files: reduced.files }
}

/** Length of the longest body whose error is located, in characters: the search parses it up to 14 times. */
const SEARCHED = 16_384

/** @param located whether to report the line and column of an error */
function parseJsonText(text: string, located: boolean): ReadBody {
  if (tooDeep(text)) {
    throw validationError([
      {
        code: 'too_big',
        path: [],
        message: `The body is nested deeper than ${limits.json_depth_max.value} levels`,
      },
    ])
  }
  try {
    return { text, value: JSON.parse(text) }
  } catch (error) {
    throw new NotJson(located ? `${NO_JSON} (${jsonPlace(text, error)})` : NO_JSON)
  }
}

function problemOfJson(bytes: Buffer): string | undefined {
  try {
    JSON.parse(bytes.toString())
  } catch {
    return NO_JSON
  }
}

const NO_UTF8 = 'The body is not valid UTF-8'
const NO_JSON = 'The body is not valid JSON'

/** The body has the content type of JSON but is not valid JSON. */
class NotJson extends ApiError {
  readonly problem: string

  constructor(problem: string) {
    super('validation_error', { issues: [{ code: 'custom', path: [], message: problem }] })
    this.problem = problem
  }
}

/**
 * Returns the error for a body whose stated size exceeds the limit, or whose size is not stated
 * (GAP-VERIFY-BODY-SIZE).
 */
export function tooLargeOrUnmeasured(
  headers: IncomingHttpHeaders,
  limit: number,
): ApiError | undefined {
  if (headers['transfer-encoding'] !== undefined || headers['content-encoding'] !== undefined)
    return new ApiError('payload_too_large', { limit_bytes: limit }, UNMEASURED)
  return Number(headers['content-length'] ?? 0) > limit ? tooLarge(limit) : undefined
}

const UNMEASURED =
  'The size of the request body is not known: send it with Content-Length, and without Transfer-Encoding and Content-Encoding.'

/** Whether a body has a content coding. None is accepted, so that Content-Length is the number of bytes to parse. */
export function isEncoded({ 'content-encoding': coding }: IncomingHttpHeaders): boolean {
  return coding !== undefined && !/^\s*(identity)?\s*$/i.test(coding)
}

export function encodedBody(): ApiError {
  const message = 'Send the body without Content-Encoding: compressed bodies are not accepted.'
  return new ApiError('unsupported_media_type', {}, message)
}

/** Whether a media type names a charset other than UTF-8 and its subset US-ASCII. */
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

function otherMediaType(operation: Operation | undefined): ApiError {
  const expected = operation?.requestBody?.mediaType
  const message = expected && `Send the body with Content-Type: ${expected}.`
  return new ApiError('unsupported_media_type', {}, message)
}

/** Converts the framework's error for an unknown media type to the contract's. */
export function bodyRefusal(
  { code }: { code?: string },
  operation?: Operation,
): ApiError | undefined {
  return code === 'FST_ERR_CTP_INVALID_MEDIA_TYPE' ? otherMediaType(operation) : undefined
}
