import type { IncomingMessage } from 'node:http'
import { limits } from '../../spec/generated/limits.ts'
import { parseMultipart } from '../http/multipart.ts'
import { ApiError } from '../call/errors.ts'

/** What a form of a page was sent with. */
export interface FormBody {
  /** In the order of the form; a name may come more than once. */
  fields: URLSearchParams
  /** Files that were chosen, by the name of their field. */
  files: Map<string, Buffer>
}

export const NOTHING: FormBody = { fields: new URLSearchParams(), files: new Map() }

/** A form of a hundred long answers in a script of which each letter takes nine bytes. */
const FORM_BYTES = 5 * 1024 * 1024
const FILES_BYTES = limits.id_scan_total_bytes.value

/** Reads a form as browsers send it. @throws {ApiError} payload_too_large, unsupported_media_type, validation_error */
export async function readForm(request: IncomingMessage): Promise<FormBody> {
  const type = request.headers['content-type'] ?? ''
  if (/^application\/x-www-form-urlencoded\s*(;|$)/i.test(type)) {
    return {
      fields: new URLSearchParams((await bytesOf(request, FORM_BYTES)).toString()),
      files: new Map(),
    }
  }
  if (!/^multipart\/form-data\s*(;|$)/i.test(type)) {
    request.resume()
    throw new ApiError('unsupported_media_type')
  }
  const body: FormBody = { fields: new URLSearchParams(), files: new Map() }
  for (const { name, filename, bytes } of parseMultipart(
    await bytesOf(request, FILES_BYTES),
    type,
  )) {
    if (filename === undefined) body.fields.append(name, bytes.toString())
    // A file that nobody chose comes as one without name and bytes.
    else if (bytes.length > 0) body.files.set(name, bytes)
  }
  return body
}

async function bytesOf(request: IncomingMessage, limit: number): Promise<Buffer> {
  const chunks: Buffer[] = []
  let size = 0
  // The rest of a body that is too large is discarded once the response is sent (http/lingering-close.ts).
  for await (const chunk of request.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
    size += chunk.length
    if (size > limit) throw new ApiError('payload_too_large')
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}
