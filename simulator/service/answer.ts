import { type SizedText, sized } from '../store/sized-text.ts'

/** What a handler answers; the HTTP layer adds the limits' headers. */
export interface Answer {
  status: number
  /** JSON, as text: what is stored as text is answered as text. */
  json?: SizedText
  bytes?: Uint8Array
  contentType?: string
  /** Further headers, name and value in turn. */
  headers?: string[]
}

export function json(status: number, value: unknown): Answer {
  return jsonText(status, JSON.stringify(value))
}

/** With what is JSON already. */
export function jsonText(status: number, text: string): Answer {
  return { status, json: sized(text) }
}
