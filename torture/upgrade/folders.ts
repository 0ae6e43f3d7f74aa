import { fileURLToPath } from 'node:url'
import type { Backend } from '../clients.ts'

/** Data folders of released versions, by version. */
export const FOLDERS = fileURLToPath(new URL('../../fixtures/data-folders', import.meta.url))

/** A GET, or with a body a POST that changes nothing. */
export interface Read {
  path: string
  body?: object
}

export interface Expected extends Read {
  status: number
  text: string
}

/**
 * Returns the responses without values that differ between two starts: URLs of listeners, cursors.
 */
export function readAll(backend: Backend, reads: readonly Read[]): Promise<Expected[]> {
  return Promise.all(
    reads.map(async ({ path, body }) => {
      const { status, text } = await backend.ask(body ? 'POST' : 'GET', path, body)
      return {
        path,
        ...(body && { body }),
        status,
        text: text.replaceAll(/http:\/\/[\d.]+:\d+/g, ''),
      }
    }),
  )
}
