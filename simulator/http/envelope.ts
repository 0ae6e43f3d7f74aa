import type { ApiError } from '../service/errors.ts'

const DOCS = 'https://docs.vskit.example/errors/'

/** The body of an error answer (ENV). */
export function envelope(error: ApiError, requestId: string): string {
  const url = DOCS + error.code
  return `{"error":{"type":"${url}","code":"${error.code}","message":${JSON.stringify(error.message)},` +
    `"request_id":"${requestId}","doc_url":"${url}","details":${JSON.stringify(error.details)}}}`
}
