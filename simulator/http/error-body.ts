import type { ApiError } from '../call/errors.ts'
import { type SizedText, sized } from '../store/sized-text.ts'

/** Base of the `type` URLs in error bodies. They identify errors permanently. */
const NAMES = 'https://docs.vskit.example/errors/'
let docs = NAMES

/** Sets the base of `doc_url` to the error pages of this process. Call once, before the first request. */
export function serveErrorDocsAt(url: string): void {
  docs = url
}

/** Cached text around the request id, by error object: a used-up window sends the same object repeatedly. */
const around = new WeakMap<ApiError, { head: string; tail: string; bytes: number }>()

/** Returns the body of an error response (ENV). */
export function errorBody(error: ApiError, requestId: string): SizedText {
  let known = around.get(error)
  if (!known) around.set(error, (known = textAround(error)))
  const { head, tail, bytes } = known
  // Request ids are ASCII, so length and byte length are equal.
  return { text: head + requestId + tail, bytes: bytes + requestId.length }
}

function textAround(error: ApiError): { head: string; tail: string; bytes: number } {
  const head = `{"error":{"type":"${NAMES}${error.code}","code":"${error.code}","message":${JSON.stringify(error.message)},"request_id":"`
  const tail = `","doc_url":"${docs}${error.code}","details":${JSON.stringify(error.details)}}}`
  return { head, tail, bytes: sized(head).bytes + sized(tail).bytes }
}
