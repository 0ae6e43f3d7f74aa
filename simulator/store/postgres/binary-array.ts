/** Type numbers of PostgreSQL, which are the same on every server. */
const TEXT = 25
const BYTEA = 17

/**
 * Encodes a parameter of type `text[]` in PostgreSQL's binary format. The server copies it; of a
 * text array, it would read every character for quotes and escapes.
 */
export function textArray(values: readonly (string | null)[]): Buffer {
  return binaryArray(
    TEXT,
    values,
    (value) => Buffer.byteLength(value),
    (value, to, at) => void to.write(value, at),
  )
}

/** Encodes a parameter of type `bytea[]`. */
export function bytesArray(values: readonly (Buffer | null)[]): Buffer {
  return binaryArray(
    BYTEA,
    values,
    (value) => value.length,
    (value, to, at) => void value.copy(to, at),
  )
}

/** Layout: dimensions, whether values may be null, type; length and lower bound; length and bytes of each value. */
function binaryArray<T>(
  type: number,
  values: readonly (T | null)[],
  sizeOf: (value: T) => number,
  write: (value: T, to: Buffer, at: number) => void,
): Buffer {
  const sizes = values.map((value) => (value === null ? -1 : sizeOf(value)))
  const isEmpty = values.length === 0
  const bytes = sizes.reduce((sum, size) => sum + 4 + Math.max(0, size), isEmpty ? 12 : 20)
  const array = Buffer.allocUnsafe(bytes)
  array.writeInt32BE(isEmpty ? 0 : 1, 0)
  array.writeInt32BE(sizes.includes(-1) ? 1 : 0, 4)
  array.writeInt32BE(type, 8)
  if (isEmpty) return array
  array.writeInt32BE(values.length, 12)
  array.writeInt32BE(1, 16)
  let at = 20
  for (const [i, value] of values.entries()) {
    const size = sizes[i]!
    array.writeInt32BE(size, at)
    at += 4
    if (value === null) continue
    write(value, array, at)
    at += size
  }
  return array
}
