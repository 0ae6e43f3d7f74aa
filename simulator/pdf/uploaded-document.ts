import {
  PDFArray,
  PDFDict,
  PDFDocument,
  PDFName,
  PDFNumber,
  type PDFObject,
  PDFRef,
  PDFStream,
  ParseSpeeds,
} from 'pdf-lib'

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
    const content = problemOfObjects(document)
    return content === undefined ? pagesOf(document) : { problem: content }
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

/** Dictionary entries that a document to be signed must not contain. */
const REFUSED_ENTRIES: Record<string, string> = {
  JS: 'contains a script',
  JavaScript: 'contains a script',
  XFA: 'contains an XFA form',
  EmbeddedFiles: 'has attachments',
  EF: 'has attachments',
  ByteRange: 'carries a digital signature, which appending the certificate would break',
}
const REFUSED_ACTIONS: Record<string, string> = {
  JavaScript: 'contains a script',
  Launch: 'starts a program',
  SubmitForm: 'submits its form to a URL',
  ImportData: 'imports data',
  GoToE: 'opens an attachment',
  Rendition: 'plays media',
  Movie: 'plays media',
  Sound: 'plays media',
  RichMediaExecute: 'plays media',
}
const REFUSED_ANNOTATIONS: Record<string, string> = {
  FileAttachment: 'has attachments',
  RichMedia: 'plays media',
  Movie: 'plays media',
  Screen: 'plays media',
  Sound: 'plays media',
  '3D': 'plays media',
}

/**
 * Checks every object, reachable or not: other PDF readers may reach objects that pdf-lib does not.
 */
function problemOfObjects({ context }: PDFDocument): string | undefined {
  const toSee: PDFObject[] = context.enumerateIndirectObjects().map(([, object]) => object)
  for (let object = toSee.pop(); object; object = toSee.pop()) {
    if (object instanceof PDFArray) {
      for (const entry of object.asArray()) toSee.push(entry)
      continue
    }
    const dictionary = object instanceof PDFStream ? object.dict : object
    if (!(dictionary instanceof PDFDict)) continue
    const problem = problemOfDictionary(dictionary)
    if (problem !== undefined) return `The PDF ${problem}`
    for (const value of dictionary.values()) toSee.push(value)
  }
  return undefined
}

function problemOfDictionary(dictionary: PDFDict): string | undefined {
  for (const key of dictionary.keys()) {
    const name = key.decodeText()
    if (Object.hasOwn(REFUSED_ENTRIES, name)) return REFUSED_ENTRIES[name]
  }
  return (
    refusedBy(REFUSED_ACTIONS, dictionary.lookup(PDFName.of('S'))) ??
    refusedBy(REFUSED_ANNOTATIONS, dictionary.lookup(PDFName.of('Subtype')))
  )
}

function refusedBy(
  refused: Record<string, string>,
  value: PDFObject | undefined,
): string | undefined {
  const name = value instanceof PDFName ? value.decodeText() : ''
  return Object.hasOwn(refused, name) ? refused[name] : undefined
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
    if (!isBox(box)) return { problem: 'The PDF is damaged: a page has no size' }
    if (++pages > UPLOAD_LIMITS.pages)
      return { problem: `The PDF has more than ${UPLOAD_LIMITS.pages} pages` }
  }
  return pages === 0 ? { problem: 'The PDF has no pages' } : { pages }
}

function isBox(box: PDFObject | undefined): boolean {
  if (!(box instanceof PDFArray) || box.size() !== 4) return false
  const [x1, y1, x2, y2] = [0, 1, 2, 3]
    .map((i) => box.lookup(i))
    .map((side) => (side instanceof PDFNumber ? side.asNumber() : Number.NaN))
  return [Math.abs(x2! - x1!), Math.abs(y2! - y1!)].every(
    (side) => side >= 1 && side <= UPLOAD_LIMITS.side,
  )
}
