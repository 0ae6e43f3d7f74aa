import { inflateSync } from 'node:zlib'
import {
  PDFArray,
  PDFContext,
  PDFDict,
  type PDFDocument,
  PDFName,
  PDFNumber,
  type PDFObject,
  PDFObjectParser,
  PDFObjectStreamParser,
  PDFRawStream,
  PDFRef,
  PDFStream,
} from 'pdf-lib'

/** Where a reader finds an object: at an offset of the file, or in an object stream. */
type Place = { offset: number } | { stream: number }

/**
 * Whether the cross-reference tables of a file list the objects that pdf-lib has read. Readers follow
 * these tables; pdf-lib reads all objects in their order. A file with two versions of an object could
 * show the signer one of them, and be checked and sealed with the other.
 */
export async function isReadAsListed(
  bytes: Uint8Array,
  { context }: PDFDocument,
): Promise<boolean> {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length)
  const listed = placesOf(file)
  if (!listed || listed.root !== context.trailerInfo.Root) return false
  const streams = new Map<number, PDFContext | undefined>()
  for (const [ref, object] of context.enumerateIndirectObjects()) {
    const place = listed.places.get(ref.objectNumber)
    if (isOf(object, 'XRef')) continue
    if (!place) return false
    if ('stream' in place && !streams.has(place.stream))
      streams.set(place.stream, await objectsIn(context, place.stream))
    const found =
      'stream' in place
        ? streams.get(place.stream)?.lookup(ref)
        : objectAt(file, place.offset, ref, context)
    if (!found || !isSame(found, object)) return false
  }
  return [...streams.keys()].every((stream) => 'offset' in (listed.places.get(stream) ?? {}))
}

interface Listed {
  /** Undefined: free. */
  places: Map<number, Place | undefined>
  root: PDFObject | undefined
}

/** Reads the tables from the newest to the oldest; undefined if they are damaged. */
function placesOf(file: Buffer): Listed | undefined {
  const start = /^startxref\s+(\d+)/.exec(textAt(file, file.lastIndexOf('startxref')))
  const known: Listed['places'] = new Map()
  const toSee = [Number(start?.[1] ?? Number.NaN)]
  const seen = new Set<number>()
  let root: PDFObject | undefined
  for (let at = toSee.pop(); at !== undefined; at = toSee.pop()) {
    const section = seen.has(at) ? undefined : sectionAt(file, at)
    if (!section) return undefined
    seen.add(at)
    const hidden = numberIn(section.trailer, 'XRefStm')
    const further = hidden === undefined ? undefined : sectionAt(file, hidden)
    if (hidden !== undefined && !further) return undefined
    // A hybrid file lists an object as free in the table, and in use in the stream.
    add(known, section.entries, false)
    if (further) add(known, further.entries, true)
    add(known, section.entries, true)
    root ??= section.trailer.get(PDFName.of('Root'))
    const previous = numberIn(section.trailer, 'Prev')
    if (previous !== undefined) toSee.push(previous)
  }
  return { places: known, root }
}

interface Section {
  entries: Listed['places']
  trailer: PDFDict
}

function sectionAt(file: Buffer, offset: number): Section | undefined {
  if (!(offset < file.length)) return undefined
  const context = PDFContext.create()
  const end = file.indexOf('trailer', offset)
  if (/^\s*xref\s/.test(textAt(file, offset)) && end > 0) {
    const trailer = PDFObjectParser.forBytes(file.subarray(end + 7), context).parseObject()
    const entries = tableIn(file.toString('latin1', offset, end))
    return trailer instanceof PDFDict ? { entries, trailer } : undefined
  }
  const stream = objectAt(file, offset, undefined, context)
  if (!(stream instanceof PDFRawStream)) return undefined
  const entries = entriesIn(stream.dict, rowsOf(stream))
  return entries && { entries, trailer: stream.dict }
}

/** Reads the rows of a cross-reference stream: a type and two numbers, each of a given width. */
function entriesIn(dict: PDFDict, data: Buffer): Section['entries'] | undefined {
  const widths = numbersIn(dict, 'W')
  const index = numbersIn(dict, 'Index') ?? [0, numberIn(dict, 'Size') ?? 0]
  const width = widths?.reduce((sum, one) => sum + one, 0) ?? 0
  if (widths?.length !== 3 || !(width > 0) || widths.some((one) => one > 6)) return undefined
  const [typed, second] = widths as [number, number, number]
  const entries: Section['entries'] = new Map()
  let at = 0
  for (let i = 0; i + 1 < index.length; i += 2)
    for (let k = 0; k < index[i + 1]!; k++, at += width) {
      if (at + width > data.length) return undefined
      const type = typed === 0 ? 1 : data.readUIntBE(at, typed)
      const value = second === 0 ? 0 : data.readUIntBE(at + typed, second)
      const place = type === 1 ? { offset: value } : type === 2 ? { stream: value } : undefined
      entries.set(index[i]! + k, place)
    }
  return entries
}

/**
 * Decompresses a cross-reference stream; pdf-lib does not undo the prediction of such streams.
 * @throws {Error} if it is compressed in a way that is not used for these streams
 */
function rowsOf({ dict, contents }: PDFRawStream): Buffer {
  const filter = dict.get(PDFName.of('Filter'))
  if (filter === undefined) return Buffer.from(contents)
  if (filter !== PDFName.of('FlateDecode')) throw new Error(`filter ${String(filter)}`)
  const data = inflateSync(contents, { maxOutputLength: MAX_TABLE })
  const prediction = dict.get(PDFName.of('DecodeParms'))
  if (!(prediction instanceof PDFDict) || (numberIn(prediction, 'Predictor') ?? 1) < 10) return data
  const columns = numberIn(prediction, 'Columns') ?? 1
  const rows = Buffer.alloc(Math.floor(data.length / (columns + 1)) * columns)
  for (let from = 0, to = 0; to < rows.length; from += columns + 1, to += columns)
    for (let i = 0; i < columns; i++) {
      const above = to >= columns ? rows[to + i - columns]! : 0
      const filterOfRow = data[from]!
      if (filterOfRow !== 0 && filterOfRow !== 2) throw new Error(`prediction ${filterOfRow}`)
      rows[to + i] = data[from + 1 + i]! + (filterOfRow === 2 ? above : 0)
    }
  return rows
}

/** Bytes of a table of a million objects. */
const MAX_TABLE = 16 * 1024 * 1024

function tableIn(text: string): Section['entries'] {
  const entries: Section['entries'] = new Map()
  let number = 0
  for (const [, first, kind] of text.matchAll(/(\d+)\s+\d+(?:\s+([nf]))?/g))
    if (kind === undefined) number = Number(first)
    else entries.set(number++, kind === 'n' ? { offset: Number(first) } : undefined)
  return entries
}

/** Returns the object that begins at an offset. */
function objectAt(
  file: Buffer,
  offset: number,
  ref: PDFRef | undefined,
  context: PDFContext,
): PDFObject | undefined {
  const [head, number, generation] = /^\s*(\d+)\s+(\d+)\s+obj\s*/.exec(textAt(file, offset)) ?? []
  if (head === undefined) return undefined
  if (ref && ref !== PDFRef.of(Number(number), Number(generation))) return undefined
  return PDFObjectParser.forBytes(file.subarray(offset + head.length), context).parseObject()
}

/** Returns the objects of an object stream; undefined if it has two of one number. */
async function objectsIn(context: PDFContext, stream: number): Promise<PDFContext | undefined> {
  const object = context.lookup(PDFRef.of(stream))
  if (!(object instanceof PDFRawStream)) return undefined
  const objects = PDFContext.create()
  const copy = PDFRawStream.of(object.dict.clone(objects), object.contents)
  await PDFObjectStreamParser.forStream(copy).parseIntoContext()
  const count = objects.enumerateIndirectObjects().length
  return count === numberIn(object.dict, 'N') ? objects : undefined
}

function isSame(one: PDFObject, other: PDFObject): boolean {
  if (one instanceof PDFStream && other instanceof PDFStream)
    return (
      one.dict.toString() === other.dict.toString() &&
      Buffer.from(one.getContents()).equals(other.getContents())
    )
  return one.toString() === other.toString()
}

function isOf(object: PDFObject, type: string): boolean {
  return object instanceof PDFStream && object.dict.get(PDFName.of('Type')) === PDFName.of(type)
}

/** Adds entries of an older section: those of a newer one are valid. */
function add(known: Listed['places'], entries: Listed['places'], free: boolean): void {
  for (const [number, place] of entries)
    if ((free || place) && !known.has(number)) known.set(number, place)
}

function numberIn(dictionary: PDFDict, key: string): number | undefined {
  const value = dictionary.get(PDFName.of(key))
  return value instanceof PDFNumber ? value.asNumber() : undefined
}

function numbersIn(dictionary: PDFDict, key: string): number[] | undefined {
  const value = dictionary.get(PDFName.of(key))
  if (!(value instanceof PDFArray)) return undefined
  return value.asArray().map((one) => (one instanceof PDFNumber ? one.asNumber() : 0))
}

function textAt(file: Buffer, offset: number): string {
  return offset < 0 ? '' : file.toString('latin1', offset, offset + 64)
}
