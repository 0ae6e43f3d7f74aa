import type { Answer } from '../http/answer.ts'
import type { Context, StepRequest } from './check.ts'
import type { JsonObject } from '../http/json.ts'
import { idText } from './idioms.ts'
import { recordsIn, showsRecord } from './lists.ts'
import { sleep } from '../waiting.ts'

export const POLL_INTERVAL_MS = 300
/** Repeats in three seconds. */
const REPEATS = 10

/**
 * Repeats a read, because a service may record an effect after its response.
 * @param repeats number of repeats, at intervals of `POLL_INTERVAL_MS`. @default three seconds of
 * them
 * @returns the last value, wanted or not
 */
export async function pollUntil<Seen>(
  look: () => Promise<Seen>,
  isWanted: (seen: Seen) => boolean,
  repeats: number = REPEATS,
): Promise<Seen> {
  for (let more = repeats; ; more--) {
    const seen = await look()
    if (isWanted(seen) || more <= 0) return seen
    await sleep(POLL_INTERVAL_MS)
  }
}

/**
 * Returns a list of the organization in test mode once it shows the new record, or its last state
 * if that never happens.
 */
export function listWith(
  ctx: Context,
  path: '/v1/sessions' | '/v1/applicants',
  id: string,
): Promise<Answer> {
  return pollUntil(
    () => ctx.step(`list ${path.slice('/v1/'.length)}`, { method: 'GET', path, as: 'home.test' }),
    (list) => list.status !== 200 || showsRecord(list, id),
  )
}

/**
 * Returns the items of a list with these ids once all are as wanted, or their last state if that
 * never happens. The list may be behind the records, and may show others (GAP-LISTS).
 */
export function itemsOf(
  ctx: Context,
  list: Pick<StepRequest, 'path' | 'as'>,
  ids: readonly string[],
  isWanted: (item: JsonObject) => boolean = () => true,
): Promise<JsonObject[]> {
  return pollUntil(
    async () => {
      const label = `list ${list.path.slice('/v1/'.length)}`
      const answer = await ctx.step(label, { method: 'GET', ...list })
      return recordsIn(answer).filter(({ id }) => ids.includes(idText(id) ?? ''))
    },
    (items) => items.length === ids.length && items.every(isWanted),
  )
}
