/**
 * A text with its length in UTF-8 bytes. Both lengths are equal exactly for ASCII. Computing the
 * byte length costs more than sending the text.
 */
export interface SizedText {
  readonly text: string
  readonly bytes: number
}

export function sized(text: string): SizedText {
  return { text, bytes: Buffer.byteLength(text) }
}
