const START_OF_IMAGE = Buffer.from('ffd8', 'hex')
const END_OF_IMAGE = Buffer.from('ffd9', 'hex')
/** Programs may append some bytes to a JPEG. */
const LONGEST_TRAILER = 64

/** Whether the bytes are those of a complete JPEG. */
export function isJpeg(base64: unknown): boolean {
  if (typeof base64 !== 'string') return false
  const bytes = Buffer.from(base64, 'base64')
  const end = bytes.subarray(-LONGEST_TRAILER)
  return bytes.subarray(0, 2).equals(START_OF_IMAGE) && end.includes(END_OF_IMAGE)
}
