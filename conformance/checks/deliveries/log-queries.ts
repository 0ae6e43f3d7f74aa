import type { Context } from '../../check/check.ts'
import { bodyOf } from '../../check/resources/events.ts'
import { pollUntil } from '../../check/eventually.ts'
import { idText } from '../../check/idioms.ts'
import { recordsIn } from '../../check/lists.ts'
import type { Answer } from '../../http/answer.ts'
import { at, type JsonObject, walk } from '../../http/json.ts'
import type { Paging } from '../../target/open-choices.ts'
import type { Delivery } from '../../receiver/receiver.ts'

const LOG = '/v1/webhook-events'
export const NEEDS = {
  features: ['webhooks', 'delivery_log', 'sessions'],
  credentials: [],
  webhooks: true,
} as const

export function queryLog(
  ctx: Context,
  key: string,
  query: Record<string, string>,
): Promise<Answer> {
  return ctx.step('read the delivery log', {
    method: 'GET',
    path: `${LOG}?${new URLSearchParams(query)}`,
    as: { key },
  })
}

/** More pages than the log of a check can have. */
const MOST_PAGES = 50

/**
 * Reads the log to its end: the default size of a page is left open (GAP-DELIVERY-LOG). Without
 * `open_choices.paging`, one response counts as the whole log.
 */
export async function wholeLog(
  ctx: Context,
  key: string,
  query: Record<string, string>,
): Promise<{ answer: Answer; rows: JsonObject[] }> {
  const answer = await queryLog(ctx, key, query)
  const rows = recordsIn(answer)
  const { paging } = ctx.open
  let from = ctx.open.named.has('paging') ? cursorIn(answer, paging) : undefined
  for (let page = 1; from !== undefined && page < MOST_PAGES; page++) {
    const further = await queryLog(ctx, key, { ...query, [paging.list_cursor]: from })
    rows.push(...recordsIn(further))
    // A cursor may also be the id of the last row: then an empty page is the last one.
    from = cursorIn(further, paging)
  }
  return { answer, rows }
}

/**
 * Returns the cursor of the next page; undefined on the last one. The cursor may be a number, or a
 * parameter in the address of that page. The index `-1` in its path means the last row
 * (GAP-DELIVERY-LOG).
 */
export function cursorIn(
  answer: Pick<Answer, 'json'>,
  { list_cursor: cursor, list_next: next }: Paging,
): string | undefined {
  const text = idText(memberAt(answer, next))
  const query = text?.split('?')[1]
  return new URLSearchParams(query).get(cursor) ?? text
}

export const memberAt = ({ json }: Pick<Answer, 'json'>, place: string): unknown =>
  place
    .split('.')
    .reduce<unknown>(
      (value, name) => (name === '-1' && Array.isArray(value) ? value.at(-1) : at(value, name)),
      json,
    )

/** Returns the log, of one session if given, once it has the wanted row. A sender may record rows late. */
export async function logOnce(
  ctx: Context,
  key: string,
  id: string | undefined,
  isWanted: (rows: JsonObject[]) => boolean,
): Promise<{ answer: Answer; rows: JsonObject[] }> {
  return await pollUntil(
    () => wholeLog(ctx, key, id === undefined ? {} : { session_id: id }),
    ({ rows }) => isWanted(rows),
  )
}

/** Characters of a payload that occur in no other text. */
const EXCERPT = 40

/**
 * Whether the log contains the payload of a delivery: as sent, its beginning, or its values under other names. An
 * equal time alone proves nothing, because an attempt may begin in the millisecond of its event.
 */
export function showsPayload(log: Answer, delivery: Delivery): boolean {
  const { body } = delivery
  const payload = body.toString()
  const { status, occurredAt } = bodyOf(delivery)
  return (
    [payload, JSON.stringify(payload).slice(1, -1), body.toString('base64')].some((text) =>
      log.searchable.includes(text),
    ) ||
    recordsIn(log)
      .flatMap(leavesOf)
      .some((leaf) => typeof leaf === 'string' && leaf.includes(payload.slice(0, EXCERPT))) ||
    recordsIn(log).some((row) => hasValue(row, status) && hasValue(row, occurredAt))
  )
}

export const leavesOf = (row: JsonObject | undefined): unknown[] =>
  [...walk(row)].map(({ value }) => value)
export const hasValue = (row: JsonObject | undefined, value: unknown): boolean =>
  leavesOf(row).some((leaf) => String(leaf) === String(value))

/** A count is a number, or a text such as `2`, `2 of 8` or `2/8`. */
export const isCount = (leaf: unknown, value: number): boolean =>
  ['number', 'string'].includes(typeof leaf) &&
  /^(\d+)(?: ?(?:of|\/) ?\d+)?$/.exec(String(leaf))?.[1] === String(value)

/** Whether a value of a row is this HTTP status: a number, or a text such as `200 OK` or `HTTP/1.1 200 OK`. */
export const isStatus = (leaf: unknown, status: number): boolean =>
  ['number', 'string'].includes(typeof leaf) &&
  /^(?:http(?:\/\d(?:\.\d)?)? ?)?(\d{3})(?: [a-z].*)?$/i.exec(String(leaf))?.[1] === String(status)

export const hasStatus = (row: JsonObject | undefined, status: number): boolean =>
  leavesOf(row).some((leaf) => isStatus(leaf, status))

/** Statuses of the receiver in the checks of attempts. */
const ANSWERS = [200, 503]

/**
 * Whether each attempt that the receiver answered has one row at most. An attempt that timed out on
 * its way has a row too, although the receiver never saw it.
 */
export const hasNoExtraRow = (rows: readonly JsonObject[], received: number): boolean =>
  rows.filter((row) => ANSWERS.some((status) => hasStatus(row, status))).length <= received
