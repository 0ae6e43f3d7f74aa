import type { ApiError } from '../call/errors.ts'
import { type SizedText, sized } from '../store/sized-text.ts'

/** Names an error for ever; `type` of each error body. */
const NAMES = 'https://docs.vskit.example/errors/'
let docs = NAMES

/** Lets `doc_url` of errors lead to pages that this process serves. Called once, before the first request. */
export function serveErrorDocsAt(url: string): void {
  docs = url
}

/** The text around the request id, of errors that were answered with before: a spent window refuses with one and the same. */
const around = new WeakMap<ApiError, { head: string; tail: string; bytes: number }>()

/** The body of an error answer (ENV). */
export function errorBody(error: ApiError, requestId: string): SizedText {
  let known = around.get(error)
  if (!known) around.set(error, (known = textAround(error)))
  const { head, tail, bytes } = known
  // Request ids are ASCII.
  return { text: head + requestId + tail, bytes: bytes + requestId.length }
}

function textAround(error: ApiError): { head: string; tail: string; bytes: number } {
  const head = `{"error":{"type":"${NAMES}${error.code}","code":"${error.code}","message":${JSON.stringify(error.message)},"request_id":"`
  const tail = `","doc_url":"${docs}${error.code}","details":${JSON.stringify(error.details)}}}`
  return { head, tail, bytes: sized(head).bytes + sized(tail).bytes }
}
