import type { ApiError } from '../service/errors.ts'
import { type SizedText, sized } from '../store/sized-text.ts'

const DOCS = 'https://docs.vskit.example/errors/'

/** The text around the request id, of errors that were answered with before: a spent window refuses with one and the same. */
const around = new WeakMap<ApiError, { head: string; tail: string; bytes: number }>()

/** The body of an error answer (ENV). */
export function envelope(error: ApiError, requestId: string): SizedText {
  let known = around.get(error)
  if (!known) around.set(error, (known = textAround(error)))
  const { head, tail, bytes } = known
  // Request ids are ASCII.
  return { text: head + requestId + tail, bytes: bytes + requestId.length }
}

function textAround(error: ApiError): { head: string; tail: string; bytes: number } {
  const url = DOCS + error.code
  const head = `{"error":{"type":"${url}","code":"${error.code}","message":${JSON.stringify(error.message)},"request_id":"`
  const tail = `","doc_url":"${url}","details":${JSON.stringify(error.details)}}}`
  return { head, tail, bytes: sized(head).bytes + sized(tail).bytes }
}
