import { deflateSync } from 'node:zlib'
import { chunk, header, pngFile, pngOfSize } from '../../fixtures/testing/png-file.ts'

const MIB = 1024 * 1024

/** Uploads that are expensive to parse: by size, by decompressed size or by repetition. */
export const HOSTILE_FILES: Record<string, (front: Buffer) => Buffer> = {
  'a JPEG of 10 MB of stuffed zeros': (front) => {
    const scan = front.indexOf(Buffer.from([0xff, 0xda]))
    const stuffed = Buffer.alloc(10 * MIB - front.length, Buffer.from([0xff, 0]))
    return Buffer.concat([front.subarray(0, scan + 14), stuffed, front.subarray(-2)])
  },
  'a JPEG of 10 MB with nearly equal parts': (front) => {
    const scan = front.indexOf(Buffer.from([0xff, 0xda]))
    const repeated = Buffer.alloc(10 * MIB - front.length, 'abcdefgh')
    repeated[repeated.length - 1] = 1
    return Buffer.concat([front.subarray(0, scan + 14), repeated, front.subarray(-2)])
  },
  'a PNG of 10 MB': () => pngOfSize(10 * MIB),
  'a PNG of one row of 64 million pixels': () =>
    pngFile({ width: 64 * MIB, height: 1, bitDepth: 8 }),
  'a PNG of 64 million pixels of one colour': () =>
    pngFile({ width: 8192, height: 8192, bitDepth: 8 }),
  'a PNG that decompresses to more than its dimensions': () =>
    pngFile({}, [
      header({ width: 100, height: 100 }),
      chunk('IDAT', deflateSync(Buffer.alloc(64 * MIB))),
      chunk('IEND'),
    ]),
  'a PDF of half a megabyte that decompresses to hundreds': () => {
    const packed = deflateSync(Buffer.alloc(400 * MIB, ' '))
    return Buffer.concat([
      Buffer.from('%PDF-1.7\n1 0 obj\n<</Type/Catalog/Pages 2 0 R>>\nendobj\n'),
      Buffer.from(
        `3 0 obj\n<</Type/ObjStm/N 1/First 4/Filter/FlateDecode/Length ${packed.length}>>\nstream\n`,
      ),
      packed,
      Buffer.from('\nendstream\nendobj\ntrailer\n<</Root 1 0 R>>\n%%EOF\n'),
    ])
  },
  'a PDF of 10 MB of empty objects': () =>
    Buffer.concat([
      Buffer.from('%PDF-1.7\n'),
      Buffer.alloc(10 * MIB - 100, '1 0 obj\n<<>>\nendobj\n'),
      Buffer.from('\ntrailer\n<</Root 1 0 R>>\n%%EOF\n'),
    ]),
  '10 MB that look like the boundary of a form': () =>
    Buffer.alloc(10 * MIB, '\r\n--q6Wq6Wq6Wq6Wq6W'),
}

/** JSON bodies that are expensive to parse or validate. */
export const HOSTILE_JSON: Record<string, () => Buffer> = {
  '14 MB of small values': () => wrapped('[', 'null,', 'null]'),
  '14 MB of empty texts': () => wrapped('["', '","', '"]'),
  '14 MB of unknown members': () =>
    Buffer.from(
      `{${Array.from({ length: 900_000 }, (_, i) => `"member${i}":1`).join(',')}}`,
      'latin1',
    ),
  '14 MB of escaped quotes': () => wrapped('{"images":{"front":"', '\\"', '"}}'),
  '14 MB of blanks': () => wrapped('{', ' ', '}'),
  '14 MB of opening brackets': () => wrapped('', '[', ''),
  '14 MB of invalid base64': () => wrapped('{"images":{"front":"', '%', '"}}'),
  '14 MB of invalid UTF-8': () =>
    Buffer.concat([Buffer.from('{"images":{"front":"'), Buffer.alloc(14 * MIB, 0xfe)]),
}

function wrapped(start: string, repeated: string, end: string): Buffer {
  const times = Math.floor((14 * MIB) / repeated.length)
  return Buffer.from(start + repeated.repeat(times) + end, 'latin1')
}
