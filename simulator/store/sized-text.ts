/** A text, and how long it is in UTF-8: as long as the text itself exactly where that is ASCII. To find it out costs more than to send it. */
export interface SizedText {
  readonly text: string
  readonly bytes: number
}

export function sized(text: string): SizedText {
  return { text, bytes: Buffer.byteLength(text) }
}
