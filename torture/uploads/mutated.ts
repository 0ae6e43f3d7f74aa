import type { Random } from '../random.ts'

/** Changes bytes, and removes, repeats and swaps pieces. */
export function mutated(whole: Buffer, random: Random): Buffer {
  let bytes = Buffer.from(whole)
  for (let changes = 1 + random.below(6); changes > 0; changes--) {
    const at = random.below(bytes.length)
    const piece = bytes.subarray(at, at + 1 + random.below(random.chance(0.2) ? 5000 : 20))
    switch (random.below(6)) {
      case 0:
        bytes = bytes.subarray(0, at + 1)
        break
      case 1:
        bytes = Buffer.concat([
          bytes.subarray(0, at),
          random.bytes(1 + random.below(8)),
          bytes.subarray(at),
        ])
        break
      case 2:
        bytes = Buffer.concat([
          bytes.subarray(0, at),
          ...Array<Buffer>(1 + random.below(50)).fill(piece),
          bytes.subarray(at),
        ])
        break
      case 3:
        bytes = Buffer.concat([bytes.subarray(0, at), bytes.subarray(at + piece.length)])
        break
      case 4:
        // Parsers allocate memory by lengths and dimensions.
        bytes.subarray(at, at + 1 + random.below(8)).fill(random.pick([0, 0x7f, 0xff]))
        break
      default:
        bytes[at]! ^= 1 << random.below(8)
    }
    if (bytes.length === 0) bytes = Buffer.from([0])
  }
  return bytes
}
