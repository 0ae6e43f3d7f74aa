import { createInflate } from 'node:zlib'
import { Readable } from 'node:stream'
import type { JpegStructure } from '../../../../fixtures/jpeg.ts'
import { type PngStructure, freePiece, readPng } from '../../../../fixtures/png.ts'
import { readJpegPicture } from './document-image.ts'

/** A line of a machine-readable zone has up to 44 characters, and a legible character needs 4 pixels. */
const SHORTEST_LONG_SIDE = 44 * 4

/**
 * Whether a picture is blank: too few pixels for the text of a document, or one colour throughout. Expects a whole
 * picture that passed `imageFault`. Does not recognize a blank page with camera noise.
 */
export async function isBlank(bytes: Uint8Array): Promise<boolean> {
  const png = bytes[0] === 0x89 ? readPng(bytes) : undefined
  const picture = png ?? readJpegPicture(bytes)
  if (Math.max(picture.width, picture.height) < SHORTEST_LONG_SIDE) return true
  return png ? isUniformPng(png) : isUniformJpeg(bytes, picture as JpegStructure)
}

/** The first blocks may differ from the rest, since each block is coded as its difference from the previous one. */
const HEAD_BYTES = 64
/** Blocks of one colour have the same code, shorter than this many bytes. */
const LONGEST_PERIOD = 64

/** With one colour the coded data of the first scan repeats to the end, with any code tables. */
function isUniformJpeg(bytes: Uint8Array, { segments }: JpegStructure): boolean {
  const scan = segments.findIndex(({ name }) => name === 'SOS')
  const { payload } = segments[scan]!
  const start = payload.byteOffset - bytes.byteOffset + payload.length
  const data = bytes.subarray(start + HEAD_BYTES, segments[scan + 1]!.offset - 2)
  // So few bytes per pixel cannot encode text.
  if (data.length < LONGEST_PERIOD) return true
  const bytesOf = (from: number, to: number): Buffer =>
    Buffer.from(data.buffer, data.byteOffset + from, to - from)
  for (let period = 1; period <= LONGEST_PERIOD; period++)
    if (bytesOf(period, data.length).equals(bytesOf(0, data.length - period))) return true
  return false
}

const SAMPLES: Readonly<Record<number, number>> = { 0: 1, 2: 3, 3: 1, 4: 2, 6: 4 }

/**
 * Limit of row bytes. Cameras make shorter rows, and a file of a few kilobytes can contain a row of
 * half a gigabyte.
 */
const LONGEST_ROW_BYTES = 1024 * 1024

/** Whether every pixel equals the first one. Stops inflating at the first that differs. */
async function isUniformPng(png: PngStructure): Promise<boolean> {
  const bits = SAMPLES[png.colorType]! * png.bitDepth
  const step = Math.max(1, bits >> 3)
  const length = 1 + Math.ceil((png.width * bits) / 8)
  // The rows of the seven passes have different lengths; such a file counts as not blank.
  if (png.interlaced || length > LONGEST_ROW_BYTES) return false
  const last = (png.width * bits) % 8 === 0 ? length : length - 1
  let above = Buffer.alloc(length)
  let row = Buffer.alloc(length)
  let first: Buffer | undefined
  let filled = 0
  const pixels = png.chunks.filter(({ type }) => type === 'IDAT').map(({ payload }) => payload)
  const inflated = Readable.from(pixels).pipe(createInflate({ chunkSize: 256 * 1024 }))
  for await (const piece of inflated as AsyncIterable<Buffer>) {
    for (let at = 0; at < piece.length;) {
      const copied = piece.copy(row, filled, at)
      at += copied
      filled += copied
      if (filled < length) break
      filled = 0
      unfilter(row, above, step)
      first ??= Buffer.from(row.subarray(1, 1 + step))
      for (let i = 1; i < last; i++) if (row[i] !== first[(i - 1) % step]) return false
      ;[above, row] = [row, above]
    }
    freePiece(piece)
  }
  return bits >= 8 || isRepeated(first![0]!, bits)
}

/** Whether all pixels that share a byte are the same. */
function isRepeated(byte: number, bits: number): boolean {
  return (((byte << bits) | (byte >> (8 - bits))) & 0xff) === byte
}

/**
 * Removes the filter of a row (PNG, section 9), in place: each byte is stored as its difference from its neighbours.
 * @param above the previous row, without its filter
 */
function unfilter(row: Buffer, above: Buffer, step: number): void {
  const filter = row[0]!
  if (filter === 0) return
  for (let i = 1; i < row.length; i++) {
    const a = i > step ? row[i - step]! : 0
    const b = above[i]!
    if (filter === 1) row[i]! += a
    else if (filter === 2) row[i]! += b
    else if (filter === 3) row[i]! += (a + b) >> 1
    else row[i]! += paeth(a, b, i > step ? above[i - step]! : 0)
  }
}

function paeth(a: number, b: number, c: number): number {
  const [toA, toB, toC] = [Math.abs(b - c), Math.abs(a - c), Math.abs(a + b - 2 * c)]
  if (toA <= toB && toA <= toC) return a
  return toB <= toC ? b : c
}
