import { blockIfAssumed } from '../../check/advice.ts'
import type { Context } from '../../check/check.ts'
import { pollUntil } from '../../check/eventually.ts'
import { idText } from '../../check/idioms.ts'
import { recordsIn } from '../../check/lists.ts'
import { type JsonObject, orderlessJson } from '../../http/json.ts'
import { cursorIn, memberAt, queryLog, wholeLog } from './log-queries.ts'

/**
 * Reads the log in pages of the default size, and in pages of one row.
 * @returns whether both have the same rows; the number of rows; the rows of the pages, or why no
 * second page was read
 */
export async function followed(
  ctx: Context,
  key: string,
  least: number,
  filter: Record<string, string>,
): Promise<{ isWhole: boolean; all: number; seen: string[] | string }> {
  const { rows: all } = await pollUntil(
    () => wholeLog(ctx, key, filter),
    ({ rows }) => rows.length >= least,
  )
  const { paging } = ctx.open
  const { list_limit: limit, list_cursor: cursor, list_next: next } = paging
  const nameOf = rowNames(all)
  const seen: string[] = []
  let from: string | undefined
  let pages = 0
  let hasNext = true
  for (; pages <= all.length; pages++) {
    const answer = await queryLog(ctx, key, {
      ...filter,
      [limit]: '1',
      ...(from !== undefined && { [cursor]: from }),
    })
    blockIfAssumed(ctx, 'paging', `read a page by ${limit} and ${cursor}`, answer)
    seen.push(...recordsIn(answer).map(nameOf))
    from = cursorIn(answer, paging)
    if (from === undefined) {
      hasNext = pages > 0 || memberAt(answer, next) !== undefined
      break
    }
  }
  // Rows that show no id may be equal: they are counted (GAP-DELIVERY-LOG).
  const wanted = all.map(nameOf)
  return {
    isWhole: isSame(seen, wanted) && pages > 0,
    all: all.length,
    seen: hasNext
      ? seen
      : `${seen.length} on a page without the member ${next}; if your cursor has another name, correct paging.list_next in open_choices of the target file`,
  }
}

/**
 * Returns a function that names a row: by its id, if each row of the log has its own, else by its
 * content. A row may have members that change with time, such as its age (GAP-DELIVERY-LOG).
 */
export function rowNames(log: readonly JsonObject[]): (row: JsonObject) => string {
  const ids = new Set(log.map(({ id }) => idText(id)))
  const haveIds = ids.size === log.length && !ids.has(undefined)
  return (row) => (haveIds && idText(row['id'])) || orderlessJson(row)
}

function isSame(some: readonly string[], others: readonly string[]): boolean {
  return JSON.stringify(some.toSorted()) === JSON.stringify(others.toSorted())
}
