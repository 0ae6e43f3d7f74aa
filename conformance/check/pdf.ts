import { inflateSync } from 'node:zlib'

/** PDF readers look for the end in the last bytes, since some writers append others. */
const TAIL_BYTES = 1024
const PAGE = /\/Type\s*\/Page(?![A-Za-z])/
const OBJECT_STREAM = /\/Type\s*\/ObjStm\b[^]*?\bstream\r?\n/g

/**
 * Returns what a PDF document must have and the body lacks; undefined if it lacks nothing. Offsets
 * are not judged, because readers repair them.
 */
export function missingPdfPart(body: Buffer): string | undefined {
  const text = body.toString('latin1')
  if (!text.startsWith('%PDF-'))
    return `%PDF- at the beginning: ${JSON.stringify(text.slice(0, 5))}`
  if (!text.slice(-TAIL_BYTES).includes('%%EOF')) return '%%EOF at the end'
  if (!/\b(trailer|startxref)\b/.test(text)) return 'a trailer or startxref'
  return hasPage(text, body) ? undefined : 'a page'
}

/** Whether there is a page. One in an object stream that cannot be read, as in an encrypted document, counts. */
function hasPage(text: string, body: Buffer): boolean {
  if (PAGE.test(text)) return true
  return [...text.matchAll(OBJECT_STREAM)].some(({ 0: { length }, index }) => {
    try {
      return PAGE.test(inflateSync(body.subarray(index + length)).toString('latin1'))
    } catch {
      return true
    }
  })
}
