import { createHash } from 'node:crypto'
import { limits } from '../../spec/generated/limits.ts'
import { ApiError, type Issue } from '../call/errors.ts'
import { isBlank } from '../features/images/rules/blank-image.ts'
import { type ImageFault, imageFault } from '../features/images/rules/document-image.ts'
import { parseMultipart } from '../http/multipart.ts'
import { type ReducedJson, withoutFiles } from './encoded-files.ts'

/** A part of a form, by the place of its bytes in the body. */
export interface PlacedPart {
  name: string
  filename?: string
  start: number
  end: number
}

/** A form of a hundred questions has some hundred fields. */
const MOST_FIELDS = 2000

/** Tasks of the thread that reads uploads. Each copies what it reads first: native code takes no shared memory. */
export const tasks = {
  form(shared: Uint8Array, contentType: string): PlacedPart[] | { issues: Issue[] } {
    const body = Buffer.from(shared)
    try {
      return parseMultipart(body, contentType).map(({ bytes, ...part }) => {
        const start = bytes.byteOffset - body.byteOffset
        return { ...part, start, end: start + bytes.length }
      })
    } catch (error) {
      // An error loses its class on the way to another thread.
      if (error instanceof ApiError) return { issues: error.details.issues as Issue[] }
      throw error
    }
  },

  fields(shared: Uint8Array): [string, string][] | { issues: Issue[] } {
    const text = Buffer.from(shared).toString()
    if (text.split('&', MOST_FIELDS + 1).length > MOST_FIELDS) {
      const message = `Expected at most ${MOST_FIELDS} fields`
      return { issues: [{ code: 'too_big', path: [], message }] }
    }
    return [...new URLSearchParams(text)]
  },

  files(
    shared: Uint8Array,
    paths: readonly string[],
    rest: number,
  ): ReducedJson | 'no UTF-8' | 'too large' {
    return withoutFiles(Buffer.from(shared), paths, rest)
  },

  imageFault(shared: Uint8Array): Promise<ImageFault | undefined> {
    return imageFault(Buffer.from(shared), limits.id_scan_pixels.value)
  },

  isBlank(shared: Uint8Array): Promise<boolean> {
    return isBlank(Buffer.from(shared))
  },

  sha256(shared: Uint8Array): string {
    return createHash('sha256').update(Buffer.from(shared)).digest('hex')
  },
}

export type Tasks = typeof tasks
