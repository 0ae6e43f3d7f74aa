import type { Answer } from '../service/answer.ts'
import type { Call } from '../service/call.ts'
import { validationError } from '../service/errors.ts'
import type { Document, PageQuery } from '../store/records.ts'

const DEFAULT_LIMIT = 20

/** The page that a list call asks for: one more than it shows, to know whether more follow (GAP-LISTS). */
export function pageQuery(call: Call): PageQuery {
  const { limit = DEFAULT_LIMIT, cursor } = call.query as { limit?: number, cursor?: string }
  return { limit: limit + 1, ...(cursor !== undefined && { before: cursorPlace(cursor) }) }
}

/** `{data, has_more, next_cursor}`, newest first. */
export function listAnswer(found: Document[], call: Call, text: (document: Document) => string): Answer {
  return { status: 200, json: listText(found, limitOf(call), (document) => document.seq, text) }
}

export function limitOf(call: Call): number {
  return (call.query.limit as number | undefined) ?? DEFAULT_LIMIT
}

export function listText<T>(found: T[], limit: number, place: (item: T) => number, text: (item: T) => string): string {
  const shown = found.slice(0, limit)
  const last = shown.at(-1)
  const more = found.length > limit && last !== undefined
  const next = more ? JSON.stringify(Buffer.from(`p${place(last)}`).toString('base64url')) : 'null'
  return `{"data":[${shown.map(text).join(',')}],"has_more":${more},"next_cursor":${next}}`
}

function cursorPlace(cursor: string): number {
  const place = /^p(\d{1,15})$/.exec(Buffer.from(cursor, 'base64url').toString('latin1'))
  if (!place) {
    throw validationError([{
      code: 'custom', path: ['cursor'], param: 'cursor', message: 'Unknown cursor: send next_cursor of the page before as it was answered',
    }])
  }
  return Number(place[1])
}
