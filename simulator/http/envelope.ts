import type { ApiError } from '../service/errors.ts'

const DOCS = 'https://docs.vskit.example/errors/'

/** The text around the request id, of errors that were answered with before: a spent window refuses with one and the same. */
const around = new WeakMap<ApiError, { head: string, tail: string }>()

/** The body of an error answer (ENV). */
export function envelope(error: ApiError, requestId: string): string {
  let text = around.get(error)
  if (!text) {
    const url = DOCS + error.code
    text = {
      head: `{"error":{"type":"${url}","code":"${error.code}","message":${JSON.stringify(error.message)},"request_id":"`,
      tail: `","doc_url":"${url}","details":${JSON.stringify(error.details)}}}`,
    }
    around.set(error, text)
  }
  return text.head + requestId + text.tail
}
