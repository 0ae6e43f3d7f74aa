import { type Answer, jsonText } from '../call/answer.ts'
import type { Call } from '../call/call.ts'
import { type ApiError, type Issue, validationError } from '../call/errors.ts'
import type { Document, PageQuery } from '../store/records.ts'

export const DEFAULT_LIMIT = 20
/** Maximum length of a cursor in the contract. */
const LONGEST = 512
/** Maximum length of the items of a page, in UTF-16 units (GAP-LISTS). Building a longer response blocks other requests for too long. */
const LONGEST_PAGE = 16 * 1024 * 1024
/** Number of large documents that are read at once. */
const STEP = 4

const UNKNOWN_CURSOR: Issue = {
  code: 'custom',
  path: ['cursor'],
  param: 'cursor',
  message: 'Unknown cursor: send the next_cursor of the previous page unchanged',
}

/** Returns the problem of a cursor that this list did not return, beside other problems (VAL-001). */
export function cursorIssues(call: Call): Issue[] {
  const { cursor } = call.query as { cursor?: unknown }
  // The schema reports the others.
  const isTried = typeof cursor === 'string' && cursor !== '' && cursor.length <= LONGEST
  return isTried && placeOf(call, cursor) === undefined ? [UNKNOWN_CURSOR] : []
}

/** The error for a cursor that a list did not return (VAL-001). */
export function unknownCursor(): ApiError {
  return validationError([UNKNOWN_CURSOR])
}

/** Reads the page of a list call plus one record, to know whether more follow (GAP-LISTS). */
export function pageQuery(call: Call): PageQuery {
  const { limit = DEFAULT_LIMIT, cursor } = call.query as { limit?: number; cursor?: string }
  if (cursor === undefined) return { limit: limit + 1 }
  const before = placeOf(call, cursor)
  if (before === undefined) throw unknownCursor()
  return { limit: limit + 1, before }
}

/** `{data, has_more, next_cursor}`, newest first. */
export function listAnswer<T extends { seq: number }>(
  found: T[],
  call: Call,
  text: (item: T) => string,
): Answer {
  return listAnswerBy(({ seq }) => seq, found, call, text)
}

/** The same for items that are not documents: `place` is the position that `before` of a page query takes. */
export function listAnswerBy<T>(
  place: (item: T) => number,
  found: T[],
  call: Call,
  text: (item: T) => string,
): Answer {
  const { limit = DEFAULT_LIMIT } = call.query as { limit?: number }
  const shown: string[] = []
  let length = 0
  for (const item of found.slice(0, limit)) {
    const one = text(item)
    length += one.length
    if (length > LONGEST_PAGE && shown.length > 0) break
    shown.push(one)
  }
  const last = found[shown.length - 1]
  const more = found.length > shown.length && last !== undefined
  const next = more ? JSON.stringify(call.cursors.cursor(listOf(call), place(last))) : 'null'
  return jsonText(200, `{"data":[${shown.join(',')}],"has_more":${more},"next_cursor":${next}}`)
}

/**
 * The same for documents of up to several megabytes. Reads a few at a time, and no more than the page shows, because
 * reading a hundred takes seconds and gigabytes.
 */
export async function listAnswerInSteps(
  read: (query: PageQuery) => Promise<Document[]>,
  call: Call,
  text: (document: Document) => string,
): Promise<Answer> {
  const query = pageQuery(call)
  const found: { seq: number; text: string }[] = []
  let length = 0
  let isLast = false
  while (!isLast && found.length < query.limit && length <= LONGEST_PAGE) {
    const limit = Math.min(STEP, query.limit - found.length)
    const before = found.at(-1)?.seq ?? query.before
    const step = await read({ limit, ...(before !== undefined && { before }) })
    isLast = step.length < limit
    for (const document of step) {
      const one = text(document)
      found.push({ seq: document.seq, text: one })
      length += one.length
    }
  }
  return listAnswer(found, call, (item) => item.text)
}

/** A cursor is valid for one list of one owner; for any other this is undefined. */
function placeOf(call: Call, cursor: string): number | undefined {
  return call.cursors.place(listOf(call), cursor)
}

function listOf({ operation, ownerScope }: Call): string {
  return `${operation.operationId} ${ownerScope ?? ''}`
}
