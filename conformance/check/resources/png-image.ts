import { crc32, deflateSync } from 'node:zlib'

const WIDTH = 600
const HEIGHT = 400
const SIGNATURE = Buffer.from('89504e470d0a1a0a', 'hex')

/** Whether the bytes of a file begin like those of a PNG. */
export const isPng = (bytes: Buffer): boolean => bytes.subarray(0, 8).equals(SIGNATURE)

/** Returns a PNG of 600 by 400 gray pixels in stripes. */
export function pngImage(): Buffer {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(WIDTH, 0)
  header.writeUInt32BE(HEIGHT, 4)
  // 8 bits, gray, no interlacing.
  header[8] = 8
  // Each row begins with the number of its filter: 0 for none.
  const row = Buffer.from([0, ...Array.from({ length: WIDTH }, (_, x) => (x * 7) % 256)])
  const pixels = Buffer.concat(Array.from({ length: HEIGHT }, () => row))
  return Buffer.concat([
    SIGNATURE,
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(pixels)),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

function chunk(type: string, payload: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type), payload])
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(payload.byteLength)
  sum.writeUInt32BE(crc32(body))
  return Buffer.concat([length, body, sum])
}
