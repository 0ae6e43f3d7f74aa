/** The blobs that were read last, up to a number of bytes; the longest unused goes first. */
export class BlobCache {
  #limit: number
  #bytes = 0
  #blobs = new Map<string, Buffer>()

  constructor(limit: number) {
    this.#limit = limit
  }

  get(sha256: string): Buffer | undefined {
    const blob = this.#blobs.get(sha256)
    if (blob && this.#blobs.size > 1) {
      // A map keeps the order of insertion: the newest use goes last.
      this.#blobs.delete(sha256)
      this.#blobs.set(sha256, blob)
    }
    return blob
  }

  set(sha256: string, blob: Buffer): void {
    if (blob.length > this.#limit) return
    this.delete(sha256)
    this.#blobs.set(sha256, blob)
    this.#bytes += blob.length
    for (const oldest of this.#blobs.keys()) {
      if (this.#bytes <= this.#limit) return
      this.delete(oldest)
    }
  }

  delete(sha256: string): void {
    const blob = this.#blobs.get(sha256)
    if (!blob) return
    this.#blobs.delete(sha256)
    this.#bytes -= blob.length
  }

  clear(): void {
    this.#blobs.clear()
    this.#bytes = 0
  }
}
