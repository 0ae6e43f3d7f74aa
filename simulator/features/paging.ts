import { type Answer, jsonText } from '../call/answer.ts'
import type { Call } from '../call/call.ts'
import { type ApiError, type Issue, validationError } from '../call/errors.ts'
import type { PageQuery } from '../store/records.ts'

export const DEFAULT_LIMIT = 20
/** Maximum length of a cursor in the contract. */
const LONGEST = 512

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
  const shown = found.slice(0, limit)
  const last = shown.at(-1)
  const more = found.length > limit && last !== undefined
  const next = more ? JSON.stringify(call.cursors.cursor(listOf(call), place(last))) : 'null'
  return jsonText(
    200,
    `{"data":[${shown.map(text).join(',')}],"has_more":${more},"next_cursor":${next}}`,
  )
}

/** A cursor is valid for one list of one owner; for any other this is undefined. */
function placeOf(call: Call, cursor: string): number | undefined {
  return call.cursors.place(listOf(call), cursor)
}

function listOf({ operation, ownerScope }: Call): string {
  return `${operation.operationId} ${ownerScope ?? ''}`
}
