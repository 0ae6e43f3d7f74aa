import { isDeepStrictEqual } from 'node:util'
import type { Context } from '../../check/check.ts'
import { POLL_INTERVAL_MS, pollUntil } from '../../check/eventually.ts'
import { imageOf } from '../../check/idioms.ts'
import { Blocked } from '../../check/outcome.ts'
import { reach } from '../../check/states.ts'
import { isObject, type JsonObject } from '../../http/json.ts'
import { sleep } from '../../waiting.ts'

/** Reads of the activity log, in which a service may store an entry after its response. */

/** A session whose front is stored, and the organization with the log. */
export interface Logged {
  organization: string
  key: string
  session_id: string
}

/**
 * Fetches an image, which creates an entry, and returns the log once it has that entry: then it also
 * has those of earlier requests, which a service may store later.
 */
export async function logAfterEntry(
  ctx: Context,
  { organization, key, session_id }: Logged,
  mode?: 'test' | 'live',
): Promise<JsonObject[]> {
  const fronts = (entries: JsonObject[]) =>
    entries.filter(({ artifact }) => artifact === 'front').length
  const before = fronts(await entriesOf(ctx, organization, mode))
  await ctx.setUp('fetch a front, which creates an entry', imageOf(session_id, 'front', key))
  const readEntries = () => entriesOf(ctx, organization, mode)
  await pollUntil(readEntries, (entries) => fronts(entries) > before)
  await sleep(POLL_INTERVAL_MS)
  return readEntries()
}

/** Waits for entries after those before: a service may store an entry later. @throws {Blocked} */
export async function entriesAfter(
  ctx: Context,
  organization: string,
  before: readonly JsonObject[],
  count: number,
  mode?: 'test' | 'live',
): Promise<JsonObject[]> {
  const readNewEntries = async () => {
    const entries = await entriesOf(ctx, organization, mode)
    // Entries without a time may be equal, so an unchanged beginning is enough.
    const isOldestFirst = isDeepStrictEqual(entries.slice(0, before.length), before)
    if (!isOldestFirst && isDeepStrictEqual(entries.slice(-before.length), before))
      throw new Blocked(
        'the state activity_log has to return its entries oldest first; new ones came first',
      )
    return entries.slice(before.length)
  }
  await pollUntil(readNewEntries, (entries) => entries.length >= count)
  // If a request has two entries, the second one may still be pending.
  await sleep(POLL_INTERVAL_MS)
  return readNewEntries()
}

/** Returns the log of an organization, oldest first. @throws {Blocked} */
export async function entriesOf(
  ctx: Context,
  organization: string,
  mode: 'test' | 'live' = ctx.mode,
): Promise<JsonObject[]> {
  const { entries } = await reach(ctx, 'activity_log', { organization, mode })
  if (!Array.isArray(entries) || !entries.every(isObject))
    throw new Blocked('activity_log: expected the binding entries')
  return entries
}
