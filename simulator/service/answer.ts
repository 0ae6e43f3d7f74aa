/** What a handler answers; the HTTP layer adds the limits' headers. */
export interface Answer {
  status: number
  /** JSON, as text: what is stored as text is answered as text. */
  json?: string
  bytes?: Uint8Array
  contentType?: string
  /** Further headers, name and value in turn. */
  headers?: string[]
}

export function json(status: number, value: unknown): Answer {
  return { status, json: JSON.stringify(value) }
}
