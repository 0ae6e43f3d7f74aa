import type { Context } from '../../check/check.ts'
import { bodyOf, sessionOf, type Subscribed } from '../../check/resources/events.ts'
import { pollUntil } from '../../check/eventually.ts'
import { recordsIn } from '../../check/lists.ts'
import { reach } from '../../check/states.ts'
import type { Answer } from '../../http/answer.ts'
import { type JsonObject, walk } from '../../http/json.ts'
import type { Delivery } from '../../receiver/receiver.ts'

const LOG = '/v1/webhook-events'
export const NEEDS = {
  features: ['webhooks', 'delivery_log', 'sessions'],
  credentials: [],
  webhooks: true,
} as const

export async function cancelled(ctx: Context, { key, organization }: Subscribed): Promise<string> {
  const id = await sessionOf(ctx, key, {})
  await reach(ctx, 'session', { organization, session_id: id, status: 'cancelled' })
  return id
}

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

/** Returns the log, of one session if given, once it has the wanted row. A sender may record rows late. */
export async function logOnce(
  ctx: Context,
  key: string,
  id: string | undefined,
  isWanted: (rows: JsonObject[]) => boolean,
): Promise<{ answer: Answer; rows: JsonObject[] }> {
  const answer = await pollUntil(
    () => queryLog(ctx, key, id === undefined ? {} : { session_id: id }),
    (seen) => isWanted(recordsIn(seen)),
  )
  return { answer, rows: recordsIn(answer) }
}

/**
 * Whether the log contains the payload of a delivery: as sent, or its values under other names. An
 * equal time alone proves nothing, because an attempt may begin in the millisecond of its event.
 */
export function showsPayload(log: Answer, delivery: Delivery): boolean {
  const { body } = delivery
  const payload = body.toString()
  const { status, occurredAt } = bodyOf(delivery)
  return (
    [payload, JSON.stringify(payload).slice(1, -1), body.toString('base64')].some((text) =>
      log.text?.includes(text),
    ) || recordsIn(log).some((row) => hasValue(row, status) && hasValue(row, occurredAt))
  )
}

export const leavesOf = (row: JsonObject | undefined): unknown[] =>
  [...walk(row)].map(({ value }) => value)
export const hasValue = (row: JsonObject | undefined, value: unknown): boolean =>
  leavesOf(row).some((leaf) => String(leaf) === String(value))
