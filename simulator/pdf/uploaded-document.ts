import {
  PDFArray,
  PDFDict,
  PDFDocument,
  type PDFObject,
  PDFNull,
  PDFRef,
  PDFStream,
  ParseSpeeds,
  popGraphicsState,
} from 'pdf-lib'
import { collectGarbage } from '../threads/collect-garbage.ts'
import { allocatePages, asBuffer } from '../threads/pages.ts'
import { flattenAnnotations } from './uploaded-annotations.ts'
import { problemOfContent } from './uploaded-content.ts'
import { PAGE_LIMITS, cropPages, flattenPages } from './uploaded-pages.ts'

export const UPLOAD_LIMITS = { bytes: 10 * 1024 * 1024, ...PAGE_LIMITS }

/**
 * Checks whether a customer's PDF can be signed, and returns the copy to present and to seal. The copy must look the same
 * to every reader at all times: no scripts, external references, attachments or hidden content. It must also survive
 * appending the certificate.
 *
 * An upload may have two versions of an object, or a damaged cross-reference table, so that readers show different
 * pages. The copy has one version of each object, and no others.
 */
export async function readUploadedDocument(
  bytes: Uint8Array,
): Promise<{ pages: number; copy: Buffer } | { problem: string }> {
  try {
    const read = await rewritten(bytes)
    if ('problem' in read) return read
    // Both documents together would need twice the memory.
    collectGarbage()
    // The file to seal is read from the copy.
    const document = await load(read.copy)
    if (!read.copy.equals(await save(document))) return { problem: 'The PDF is damaged' }
    trySealing(document)
    return { ...read, copy: inPages(read.copy) }
  } catch {
    return { problem: hasEncryption(bytes) ? ENCRYPTED : 'The PDF is damaged' }
  }
}

/** Encrypted object streams cannot be parsed, but the dictionary of the cross-reference stream is never encrypted. */
function hasEncryption(bytes: Uint8Array): boolean {
  return /\/Encrypt\s*(<<|\d+\s+\d+\s+R)/.test(Buffer.from(bytes).toString('latin1'))
}

const ENCRYPTED = 'The PDF is encrypted'

/** Returns the copy. A function of its own, so that the memory of the document can be freed. */
async function rewritten(
  bytes: Uint8Array,
): Promise<{ pages: number; copy: Buffer } | { problem: string }> {
  const problem = problemOfBytes(bytes)
  if (problem !== undefined) return { problem }
  const document = await load(bytes)
  if (document.isEncrypted) return { problem: ENCRYPTED }
  const content = problemOfContent(document)
  if (content !== undefined) return { problem: `The PDF ${content}` }
  const read = flattenPages(document)
  if ('problem' in read) return read
  const shown = cropPages(document) ?? flattenAnnotations(document)
  if (shown !== undefined) return { problem: `The PDF ${shown}` }
  await document.flush()
  removeUnreachable(document)
  return { ...read, copy: await save(document) }
}

async function load(bytes: Uint8Array): Promise<PDFDocument> {
  const document = await PDFDocument.load(bytes, {
    ignoreEncryption: true,
    throwOnInvalidObject: true,
    updateMetadata: false,
    parseSpeed: ParseSpeeds.Fastest,
  })
  removeUnreachable(document)
  return document
}

/** Writes a file with an ordinary cross-reference table, so that the same document gives the same bytes. */
async function save(document: PDFDocument): Promise<Buffer> {
  const saved = await document.save({
    addDefaultPage: false,
    updateFieldAppearances: false,
    useObjectStreams: false,
    objectsPerTick: ParseSpeeds.Fastest,
  })
  return asBuffer(saved)
}

/** Copies bytes so that they can be passed to another thread. */
function inPages(bytes: Buffer): Buffer {
  const pages = allocatePages(bytes.length)
  pages.set(bytes)
  return pages
}

/**
 * Removes objects that no reader shows: former versions, deleted objects, and tables of the uploaded file.
 * @throws {Error} if readers could mistake one object for another
 */
function removeUnreachable({ context }: PDFDocument): void {
  delete context.trailerInfo.Encrypt
  const reached = new Set<PDFObject>()
  const toSee: (PDFObject | undefined)[] = Object.values(context.trailerInfo)
  while (toSee.length > 0) {
    const object = toSee.pop()
    if (object instanceof PDFRef && !reached.has(object)) {
      reached.add(object)
      // Sealing must not give the number of a missing object to another one.
      if (!context.lookup(object) && object.objectNumber > 0) context.assign(object, PDFNull)
      toSee.push(context.lookup(object))
    } else if (object instanceof PDFArray) for (const entry of object.asArray()) toSee.push(entry)
    else if (object instanceof PDFDict) for (const value of object.values()) toSee.push(value)
    else if (object instanceof PDFStream) {
      // The written length does not refer to another object.
      object.updateDict()
      toSee.push(object.dict)
    }
  }
  let last = 0
  for (const [ref] of context.enumerateIndirectObjects()) {
    const { objectNumber, generationNumber } = ref
    if (!reached.has(ref)) context.delete(ref)
    else if (objectNumber === last) throw new Error(`two objects of number ${last}`)
    else if (objectNumber > MOST_OBJECTS || generationNumber > MOST_GENERATIONS)
      throw new Error(`an object of number ${objectNumber} and generation ${generationNumber}`)
    else last = objectNumber
  }
  context.largestObjectNumber = last
}

/** Readers ignore larger numbers (Chrome from 4,194,304). */
const MOST_OBJECTS = 4_000_000
const MOST_GENERATIONS = 65_535

function problemOfBytes(bytes: Uint8Array): string | undefined {
  if (bytes.length > UPLOAD_LIMITS.bytes)
    return `The PDF is larger than ${UPLOAD_LIMITS.bytes} bytes`
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length)
  if (!text.subarray(0, 1024).includes('%PDF-')) return 'The file is not a PDF'
  if (!text.subarray(-1024).includes('%%EOF')) return 'The PDF is damaged: its end is missing'
  return undefined
}

/**
 * Reads and changes a document as sealing does.
 * @throws {Error} if a page has an entry of the wrong type
 */
function trySealing(document: PDFDocument): void {
  for (const page of document.getPages()) {
    page.node.normalizedEntries()
    page.getCropBox()
    page.getRotation()
    page.pushOperators(popGraphicsState())
  }
  document.addPage()
}
