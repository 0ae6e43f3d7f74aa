import { createHash } from 'node:crypto'
import { limits } from '../../spec/generated/limits.ts'
import { ApiError, type Issue } from '../call/errors.ts'
import { isBlank } from '../features/images/rules/blank-image.ts'
import { type ImageFault, imageFault } from '../features/images/rules/document-image.ts'
import { parseMultipart } from '../http/multipart.ts'
import { allocatePages, asBuffer } from '../threads/pages.ts'
import { type ReducedJson, withoutFiles } from './encoded-files.ts'

/** A part of a form: a copy of its bytes, or their position in the body. */
export interface PlacedPart {
  name: string
  filename?: string
  start: number
  end: number
  copy?: Uint8Array
}

/** Maximum number of fields. A form with a hundred questions has a few hundred. */
const MOST_FIELDS = 2000

/** Tasks of the thread that reads uploads. */
export const tasks = {
  /** @param ownMemory whether each part gets separate memory, so that it can be transferred to a thread alone */
  form(
    body: Uint8Array,
    contentType: string,
    ownMemory: boolean,
  ): PlacedPart[] | { issues: Issue[] } {
    try {
      const parts = parseMultipart(asBuffer(body), contentType)
      const longest = Math.max(...parts.map(({ bytes }) => bytes.length))
      const first = parts.findIndex(({ bytes }) => bytes.length === longest)
      return parts.map(({ bytes, ...part }, i) => {
        const start = bytes.byteOffset - body.byteOffset
        const placed = { ...part, start, end: start + bytes.length }
        if (!ownMemory || i === first) return placed
        const copy = allocatePages(bytes.length)
        copy.set(bytes)
        return { ...placed, copy }
      })
    } catch (error) {
      // An error loses its class on the way to another thread.
      if (error instanceof ApiError) return { issues: error.details.issues as Issue[] }
      throw error
    }
  },

  fields(body: Uint8Array): [string, string][] | { issues: Issue[] } {
    const text = asBuffer(body).toString()
    if (text.split('&', MOST_FIELDS + 1).length > MOST_FIELDS) {
      const message = `Expected at most ${MOST_FIELDS} fields`
      return { issues: [{ code: 'too_big', path: [], message }] }
    }
    return [...new URLSearchParams(text)]
  },

  files(
    body: Uint8Array,
    paths: readonly string[],
    rest: number,
  ): ReducedJson | 'no UTF-8' | 'too large' {
    return withoutFiles(asBuffer(body), paths, rest)
  },

  imageFault(bytes: Uint8Array): Promise<ImageFault | undefined> {
    return imageFault(bytes, limits.id_scan_pixels.value)
  },

  isBlank(bytes: Uint8Array): Promise<boolean> {
    return isBlank(bytes)
  },

  sha256(bytes: Uint8Array): string {
    return createHash('sha256').update(bytes).digest('hex')
  },
}

export type Tasks = typeof tasks
