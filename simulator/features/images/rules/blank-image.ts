import { createInflate } from 'node:zlib'
import { Readable } from 'node:stream'
import type { JpegStructure } from '../../../../fixtures/jpeg.ts'
import { type PngStructure, readPng } from '../../../../fixtures/png.ts'
import { readJpegPicture } from './document-image.ts'

/** A line of a machine-readable zone has up to 44 characters, and a character needs 4 pixels to be told from others. */
const SHORTEST_LONG_SIDE = 44 * 4

/**
 * Whether a picture shows nothing: too few pixels for the text of a document, or one colour all over. It judges whole
 * pictures that `imageFault` has passed. A blank page with the noise of a camera is not recognized.
 */
export async function isBlank(bytes: Uint8Array): Promise<boolean> {
  const png = bytes[0] === 0x89 ? readPng(bytes) : undefined
  const picture = png ?? readJpegPicture(bytes)
  if (Math.max(picture.width, picture.height) < SHORTEST_LONG_SIDE) return true
  return png ? isUniformPng(png) : isUniformJpeg(bytes, picture as JpegStructure)
}

/** The first blocks may differ from the rest, since each block is coded as its difference to the one before. */
const HEAD_BYTES = 64
/** Blocks of one colour are coded alike, in fewer bits than this has bytes. */
const LONGEST_PERIOD = 64

/** One colour makes the coded data of the first scan repeat itself to the end, whatever its code tables are. */
function isUniformJpeg(bytes: Uint8Array, { segments }: JpegStructure): boolean {
  const scan = segments.findIndex(({ name }) => name === 'SOS')
  const { payload } = segments[scan]!
  const start = payload.byteOffset - bytes.byteOffset + payload.length
  const data = bytes.subarray(start + HEAD_BYTES, segments[scan + 1]!.offset - 2)
  // So little data codes no text in so many pixels.
  if (data.length < LONGEST_PERIOD) return true
  for (let period = 1; period <= LONGEST_PERIOD; period++) {
    let at = period
    while (at < data.length && data[at] === data[at - period]) at++
    if (at >= data.length) return true
  }
  return false
}

const SAMPLES: Readonly<Record<number, number>> = { 0: 1, 2: 3, 3: 1, 4: 2, 6: 4 }

/** One colour: every pixel equals the first one of the picture. Stops inflating at the first that differs. */
async function isUniformPng(png: PngStructure): Promise<boolean> {
  // The rows of the seven passes have lengths of their own; such a file is taken for a picture of something.
  if (png.interlaced) return false
  const bits = SAMPLES[png.colorType]! * png.bitDepth
  const step = Math.max(1, bits >> 3)
  const length = 1 + Math.ceil((png.width * bits) / 8)
  const last = (png.width * bits) % 8 === 0 ? length : length - 1
  let above = new Uint8Array(length)
  let first: Uint8Array | undefined
  let left = Buffer.alloc(0)
  const pixels = png.chunks.filter(({ type }) => type === 'IDAT').map(({ payload }) => payload)
  const inflated = Readable.from(pixels).pipe(createInflate({ chunkSize: 256 * 1024 }))
  for await (const piece of inflated) {
    const rows = Buffer.concat([left, piece as Buffer])
    let at = 0
    for (; at + length <= rows.length; at += length) {
      const row = unfiltered(rows.subarray(at, at + length), above, step)
      first ??= row.slice(1, 1 + step)
      for (let i = 1; i < last; i++) if (row[i] !== first[(i - 1) % step]) return false
      above = row
    }
    left = rows.subarray(at)
  }
  return bits >= 8 || isRepeated(first![0]!, bits)
}

/** Whether all pixels that share a byte are the same. */
function isRepeated(byte: number, bits: number): boolean {
  return (((byte << bits) | (byte >> (8 - bits))) & 0xff) === byte
}

/** A row without its filter (PNG, section 9): each byte was stored as its difference to its neighbours. */
function unfiltered(row: Uint8Array, above: Uint8Array, step: number): Uint8Array<ArrayBuffer> {
  const plain = new Uint8Array(row)
  const filter = row[0]!
  for (let i = 1; i < row.length; i++) {
    const a = i > step ? plain[i - step]! : 0
    const b = above[i]!
    const c = i > step ? above[i - step]! : 0
    plain[i] = row[i]! + [0, a, b, (a + b) >> 1, paeth(a, b, c)][filter]!
  }
  return plain
}

function paeth(a: number, b: number, c: number): number {
  const [toA, toB, toC] = [Math.abs(b - c), Math.abs(a - c), Math.abs(a + b - 2 * c)]
  if (toA <= toB && toA <= toC) return a
  return toB <= toC ? b : c
}
