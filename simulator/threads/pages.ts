const PAGE_BYTES = 4096

/**
 * Allocates a buffer in separate memory pages, outside of the C library's heap: freeing it returns
 * the pages to the operating system at once, and it can be transferred to a thread without a copy.
 * Code that reads it byte by byte is ten times slower. Less than a page is ordinary memory.
 * @param most bytes to which it may be resized. @default its length
 */
export function allocatePages(length: number, most = length): Buffer<ArrayBuffer> {
  if (most < PAGE_BYTES) return Buffer.alloc(length)
  return Buffer.from(new ArrayBuffer(length, { maxByteLength: most }), 0, length)
}

/** Whether a value was allocated by `allocatePages`; only those are passed to threads without a copy. */
export function isInPages(value: unknown): value is Buffer<ArrayBuffer> {
  return ArrayBuffer.isView(value) && value.buffer instanceof ArrayBuffer && value.buffer.resizable
}

/**
 * Frees the memory at once, because the garbage collector would run too late. The bytes are empty
 * then.
 */
export function freePages(bytes: Uint8Array): void {
  if (isInPages(bytes) && !bytes.buffer.detached) bytes.buffer.resize(0)
}

/** Returns the page buffers in a tree of values. */
export function buffersInPages(value: unknown): ArrayBuffer[] {
  if (isInPages(value)) return [value.buffer]
  if (typeof value !== 'object' || value === null || ArrayBuffer.isView(value)) return []
  return Object.values(value).flatMap(buffersInPages)
}

/** Bytes from a thread have lost their class. */
export function asBuffer({ buffer, byteOffset, length }: Uint8Array): Buffer {
  return Buffer.from(buffer, byteOffset, length)
}
