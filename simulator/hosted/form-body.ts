import type { IncomingMessage } from 'node:http'
import { limits } from '../../spec/generated/limits.ts'
import { ApiError } from '../call/errors.ts'
import type { FormPart } from '../call/form-part.ts'
import { collectBody } from '../uploads/collect-body.ts'
import type { UploadReader } from '../uploads/upload-reader.ts'

/** Submitted form of a page. */
export interface FormBody {
  /** In the order of the form; a name may be repeated. */
  fields: URLSearchParams
  /** Selected files, by the name of their field. */
  files: Map<string, FormPart>
}

export const EMPTY_FORM: FormBody = { fields: new URLSearchParams(), files: new Map() }

/**
 * Enough for a hundred long answers in a script whose characters take nine bytes in URL encoding.
 */
const FORM_BYTES = 5 * 1024 * 1024
/** Fields of a form with a file are short. */
const FIELD_BYTES = 1024
const FILES_BYTES = limits.id_scan_total_bytes.value

/**
 * Parses a form body.
 * @throws {ApiError} payload_too_large, unsupported_media_type, validation_error
 */
export async function readForm(uploads: UploadReader, request: IncomingMessage): Promise<FormBody> {
  const type = request.headers['content-type'] ?? ''
  if (/^application\/x-www-form-urlencoded\s*(;|$)/i.test(type)) {
    return {
      fields: await uploads.fields(await collectBody(request, FORM_BYTES)),
      files: new Map(),
    }
  }
  if (!/^multipart\/form-data\s*(;|$)/i.test(type)) {
    request.resume()
    throw new ApiError('unsupported_media_type')
  }
  const body: FormBody = { fields: new URLSearchParams(), files: new Map() }
  for (const part of await uploads.form(await collectBody(request, FILES_BYTES), type)) {
    const { name, filename, bytes } = part
    if (filename === undefined) body.fields.append(name, bytes.toString('utf8', 0, FIELD_BYTES))
    // Without a chosen file, browsers send a part without name and bytes.
    else if (bytes.length > 0) body.files.set(name, part)
  }
  return body
}
