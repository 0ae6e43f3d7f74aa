/** One part of a multipart form, as it came. */
export interface FormPart {
  name: string
  /** Present on a file; what it says is the caller's and means nothing here. */
  filename?: string
  bytes: Buffer
}
