import type { IncomingMessage } from 'node:http'
import { limits } from '../../spec/generated/limits.ts'
import { ApiError } from '../call/errors.ts'

/** Larger bodies are collected in memory that threads share: copying one of 20 MB to a thread would block. */
const UNSHARED_BYTES = limits.json_body_bytes.value

/**
 * Collects the body of a request. Its bytes are copied as they come, so that the end of a large one copies nothing.
 * @param limit in bytes
 * @throws {ApiError} payload_too_large; malformed_request if the body is shorter than declared
 */
export function collectBody(body: IncomingMessage, limit: number): Promise<Buffer> {
  const declared = Number(body.headers['content-length'])
  if (declared > limit) return Promise.reject(tooLarge(limit))
  const bytes = new GrowingBytes(declared || 0, limit)
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

class GrowingBytes {
  length = 0
  #declared: number
  #limit: number
  #chunks: Buffer[] = []
  #shared: Buffer | undefined

  constructor(declared: number, limit: number) {
    this.#declared = declared
    this.#limit = limit
  }

  add(chunk: Buffer): void {
    const end = this.length + chunk.length
    if (end <= UNSHARED_BYTES) this.#chunks.push(chunk)
    else this.#room(end).set(chunk, this.length)
    this.length = end
  }

  whole(): Buffer {
    return this.#shared?.subarray(0, this.length) ?? Buffer.concat(this.#chunks, this.length)
  }

  #room(end: number): Buffer {
    const held = this.#shared
    if (held && held.length >= end) return held
    const size = Math.max(end, this.#declared, Math.min(2 * end, this.#limit))
    const larger = Buffer.from(new SharedArrayBuffer(size))
    larger.set(held ?? Buffer.concat(this.#chunks))
    this.#chunks = []
    return (this.#shared = larger)
  }
}
