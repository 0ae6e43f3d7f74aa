import type { IncomingMessage } from 'node:http'
import { Socket } from 'node:net'
import { limits } from '../../spec/generated/limits.ts'
import { ApiError } from '../call/errors.ts'
import { allocatePages, freePages } from '../threads/pages.ts'

/** Larger bodies are collected in pages: copying one of 20 MB to a thread would block. */
const UNPAGED_BYTES = limits.json_body_bytes.value
const GROWTH_BYTES = 1024 * 1024

/**
 * Collects the body of a request. Copies each chunk on arrival, so that the end of a large body
 * needs no copy.
 * @param limit in bytes
 * @throws {ApiError} payload_too_large; malformed_request if the body is shorter than declared
 */
export function collectBody(body: IncomingMessage, limit: number): Promise<Buffer> {
  const declared = Number(body.headers['content-length'])
  if (declared > limit) return Promise.reject(tooLarge(limit))
  // A call of the simulator to itself has no socket, and its chunks are its caller's.
  const bytes = new GrowingBytes(limit, body.socket instanceof Socket)
  return new Promise((resolve, reject) => {
    const stop = (): void => {
      body.off('data', take)
      body.off('end', end)
      body.off('error', fail)
    }
    const take = (chunk: Buffer): void => {
      // The rest of a body that is too large is discarded once the response is sent (http/lingering-close.ts).
      if (bytes.length + chunk.length > limit) return fail(tooLarge(limit))
      bytes.add(chunk)
    }
    const end = (): void => {
      if (!Number.isNaN(declared) && bytes.length !== declared)
        return fail(new ApiError('malformed_request'))
      stop()
      resolve(bytes.whole())
    }
    const fail = (error: Error): void => {
      stop()
      bytes.free()
      reject(error)
    }
    body.on('data', take)
    body.on('end', end)
    body.on('error', fail)
    body.resume()
  })
}

/** @param limit in bytes */
export function tooLarge(limit: number): ApiError {
  return new ApiError('payload_too_large', { limit_bytes: limit })
}

/** The received bytes: a list of chunks for small bodies, growing pages for large ones. */
class GrowingBytes {
  length = 0
  #limit: number
  #ownsChunks: boolean
  #chunks: Buffer[] = []
  #pages: Buffer<ArrayBuffer> | undefined

  /** @param ownsChunks whether no other code reads the chunks, so that each can be freed once it is copied */
  constructor(limit: number, ownsChunks: boolean) {
    this.#limit = limit
    this.#ownsChunks = ownsChunks
  }

  add(chunk: Buffer): void {
    this.#chunks.push(chunk)
    this.length += chunk.length
    if (this.length > UNPAGED_BYTES) this.#moveChunks()
  }

  whole(): Buffer {
    if (!this.#pages) return Buffer.concat(this.#chunks, this.length)
    return Buffer.from(this.#pages.buffer, 0, this.length)
  }

  free(): void {
    if (this.#pages) freePages(this.#pages)
  }

  #moveChunks(): void {
    const { buffer } = (this.#pages ??= allocatePages(0, this.#limit))
    let at = this.length - this.#chunks.reduce((sum, { length }) => sum + length, 0)
    if (this.length > buffer.byteLength)
      buffer.resize(Math.min(this.length + GROWTH_BYTES, this.#limit))
    const whole = Buffer.from(buffer)
    for (const chunk of this.#chunks.splice(0)) {
      whole.set(chunk, at)
      at += chunk.length
      // Free the chunk now: megabytes of chunks would wait for the garbage collector.
      if (this.#ownsChunks && chunk.length === chunk.buffer.byteLength)
        (chunk.buffer as ArrayBuffer).transfer(0)
    }
  }
}
