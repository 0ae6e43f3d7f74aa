import {
  PDFArray,
  PDFDict,
  PDFDocument,
  PDFName,
  PDFNumber,
  type PDFObject,
  PDFRef,
  ParseSpeeds,
} from 'pdf-lib'
import { problemOfContent } from './uploaded-content.ts'
import { isReadAsListed } from './uploaded-xref.ts'

const NOT_AS_LISTED =
  'The PDF contains objects that its cross-reference table does not list, or lists elsewhere: save it as a new file'

export const UPLOAD_LIMITS = { bytes: 10 * 1024 * 1024, pages: 300, side: 14_400 }

/**
 * Checks whether a customer's PDF can be signed. It must look the same to every reader at all
 * times: no scripts, external references, attachments or hidden content. It must also survive
 * appending the certificate.
 */
export async function readUploadedDocument(
  bytes: Uint8Array,
): Promise<{ pages: number } | { problem: string }> {
  try {
    const problem = problemOfBytes(bytes)
    if (problem !== undefined) return { problem }
    const document = await PDFDocument.load(bytes, {
      ignoreEncryption: true,
      throwOnInvalidObject: true,
      updateMetadata: false,
      parseSpeed: ParseSpeeds.Fastest,
    })
    if (document.isEncrypted) return { problem: 'The PDF is encrypted' }
    const content = problemOfContent(document)
    if (content !== undefined) return { problem: content }
    const read = pagesOf(document)
    if ('problem' in read) return read
    if (!(await isReadAsListed(bytes, document))) return { problem: NOT_AS_LISTED }
    readEntries(document)
    return read
  } catch {
    return { problem: 'The PDF is damaged' }
  }
}

function problemOfBytes(bytes: Uint8Array): string | undefined {
  if (bytes.length > UPLOAD_LIMITS.bytes)
    return `The PDF is larger than ${UPLOAD_LIMITS.bytes} bytes`
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length)
  if (!text.subarray(0, 1024).includes('%PDF-')) return 'The file is not a PDF'
  if (!text.subarray(-1024).includes('%%EOF')) return 'The PDF is damaged: its end is missing'
  return undefined
}

/** Walks the page tree with cycle detection: pdf-lib does not terminate on a cyclic tree. */
function pagesOf({ catalog, context }: PDFDocument): { pages: number } | { problem: string } {
  const seen = new Set<PDFObject>()
  const toSee: { node: PDFObject | undefined; box: PDFObject | undefined }[] = [
    { node: catalog.get(PDFName.of('Pages')), box: undefined },
  ]
  let pages = 0
  for (let next = toSee.pop(); next; next = toSee.pop()) {
    const { node } = next
    const dictionary = context.lookup(node)
    if (!(node instanceof PDFRef) || !(dictionary instanceof PDFDict) || seen.has(node))
      return { problem: 'The PDF is damaged: its pages are not a tree' }
    seen.add(node)
    const box = dictionary.lookup(PDFName.of('MediaBox')) ?? next.box
    const kids = dictionary.lookup(PDFName.of('Kids'))
    if (kids instanceof PDFArray) {
      for (const kid of kids.asArray()) toSee.push({ node: kid, box })
      continue
    }
    const side = longestSide(box)
    if (side === undefined) return { problem: 'The PDF is damaged: a page has no size' }
    if (side > UPLOAD_LIMITS.side)
      return { problem: `The PDF has a page with a side of more than ${UPLOAD_LIMITS.side} points` }
    if (++pages > UPLOAD_LIMITS.pages)
      return { problem: `The PDF has more than ${UPLOAD_LIMITS.pages} pages` }
  }
  return pages === 0 ? { problem: 'The PDF has no pages' } : { pages }
}

/**
 * Reads the entries of each page to which the mark of test mode is added. Adds missing entries.
 * @throws {Error} if one has the wrong type
 */
function readEntries(document: PDFDocument): void {
  for (const page of document.getPages()) {
    page.node.normalizedEntries()
    page.getCropBox()
    page.getRotation()
  }
}

/** Returns the longest side of a page in points; undefined if it has no area. */
function longestSide(box: PDFObject | undefined): number | undefined {
  if (!(box instanceof PDFArray) || box.size() !== 4) return undefined
  const [x1, y1, x2, y2] = [0, 1, 2, 3]
    .map((i) => box.lookup(i))
    .map((side) => (side instanceof PDFNumber ? side.asNumber() : Number.NaN))
  const sides = [Math.abs(x2! - x1!), Math.abs(y2! - y1!)]
  return sides.every((side) => side >= 1) ? Math.max(...sides) : undefined
}
