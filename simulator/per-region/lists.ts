import { jsonText } from '../call/answer.ts'
import type { Call, Handler } from '../call/call.ts'
import type { LogEntry } from '../control/logs.ts'
import { DEFAULT_LIMIT, unknownCursor } from '../features/paging.ts'
import type { PageQuery } from '../store/records.ts'
import { REGIONS, type Region } from '../world/world.ts'
import type { Arrivals } from './cores.ts'

/** Reads a page of a region's log. */
type ReadRegion = (region: Region, call: Call, page: PageQuery) => Promise<LogEntry[]>

/** Before every entry: a region of which the pages so far have none. */
const START = Number.MAX_SAFE_INTEGER

/** Lists the entries of both regions by time, newest first. A cursor has a place in each region. */
export function regionalList(read: ReadRegion, arrivals: Arrivals): Handler['run'] {
  return async (call) => {
    await arrivals.reach(call)
    const { limit = DEFAULT_LIMIT } = call.query as { limit?: number }
    const places = placesOf(call)
    const pages = await Promise.all(
      REGIONS.map((region, i) => read(region, call, { limit: limit + 1, before: places[i]! })),
    )
    const more = pages.flat().length > limit
    const shown: LogEntry[] = []
    while (shown.length < limit) {
      const i = newerHead(pages)
      if (i === undefined) break
      const entry = pages[i]!.shift()!
      places[i] = entry.seq
      shown.push(entry)
    }
    const next = more ? JSON.stringify(cursorOf(call, places)) : 'null'
    return jsonText(
      200,
      `{"data":[${shown.map(({ text }) => text).join()}],"has_more":${more},"next_cursor":${next}}`,
    )
  }
}

/** Returns which page begins with the newer entry. Each page keeps its own order: clocks move back. */
function newerHead(pages: readonly LogEntry[][]): number | undefined {
  const [us, eu] = pages.map((page) => page[0]?.at)
  if (us === undefined) return eu === undefined ? undefined : 1
  return eu === undefined || us >= eu ? 0 : 1
}

function cursorOf(call: Call, places: readonly number[]): string {
  return places.map((place, i) => call.cursors.cursor(listOf(call, i), place)).join('.')
}

/** @throws {ApiError} validation_error for a cursor that this list did not return */
function placesOf(call: Call): number[] {
  const { cursor } = call.query as { cursor?: string }
  if (cursor === undefined) return REGIONS.map(() => START)
  const parts = cursor.split('.')
  const places = parts.map((part, i) => call.cursors.place(listOf(call, i), part))
  if (parts.length !== REGIONS.length || places.includes(undefined)) throw unknownCursor()
  return places as number[]
}

function listOf({ operation }: Call, i: number): string {
  return `${operation.operationId} of ${REGIONS[i]}`
}
