import type { ServerResponse } from 'node:http'
import { type SizedText, sized } from '../store/sized-text.ts'

/** A handler's response; the HTTP layer adds the rate-limit headers. */
export interface Answer {
  status: number
  /** JSON text. Stored text is sent unchanged. */
  json?: SizedText
  bytes?: Uint8Array
  contentType?: string
  /**
   * Takes over the response after its head is written, for streaming until the client disconnects.
   */
  stream?: (response: ServerResponse) => void
  /** Additional headers as a flat list: name, value, name, value. */
  headers?: string[]
}

export function json(status: number, value: unknown): Answer {
  return jsonText(status, JSON.stringify(value))
}

/** Headers of images, reports and documents of applicants: no cache may keep them. */
export const NO_STORE = ['Cache-Control', 'no-store, private']

/** Builds an answer from serialized JSON. */
export function jsonText(status: number, text: string): Answer {
  return { status, json: sized(text) }
}
