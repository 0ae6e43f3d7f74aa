/** One part of a multipart form, unparsed. */
export interface FormPart {
  name: string
  /** Present on files. Chosen by the caller and not interpreted. */
  filename?: string
  bytes: Buffer
}
