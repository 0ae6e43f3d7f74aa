import type { JsonObject } from '../../http/json.ts'
import type { Fault } from '../proxy.ts'
import { type Choice, composed, edit, refuse, succeeded } from './choice.ts'
import { PREFERENCES } from './preferences.ts'

const RECORDS = /^\/v1\/(sessions|applicants|workflow-templates)(\?|$)/

/** The item shape of lists is left open. */
const brief = ({ id, family_name }: JsonObject): JsonObject => ({ id, family_name })

/** Reads of one record are current; lists come from an index with a delay. */
export function lateLists(listedAfterMs: number): Choice {
  const made = new Map<unknown, number>()
  const listed = new Map<unknown, { status: unknown; changedAt?: number }>()
  const isListed = ({ id }: JsonObject): boolean =>
    performance.now() - (made.get(id) ?? 0) >= listedAfterMs
  /** Shows the earlier status of a record for some time after the first list that would show a new one. */
  const withEarlierStatus = (item: JsonObject): JsonObject => {
    const { id, status } = item
    const known = listed.get(id)
    if (known === undefined || status === known.status) {
      listed.set(id, { status })
      return item
    }
    known.changedAt ??= performance.now()
    if (performance.now() - known.changedAt < listedAfterMs)
      return { ...item, status: known.status }
    listed.set(id, { status })
    return item
  }
  return {
    row: 'GAP-LISTS',
    response({ method, path }, response) {
      if (!RECORDS.test(path)) return
      // A cursor may fit its schema and yet be unknown.
      if (response.status === 422 && /[?&]cursor=/.test(path))
        return refuse(response, 400, 'invalid_cursor')
      if (!succeeded(response)) return
      if (method === 'GET')
        return edit(response, ({ data, ...rest }) => ({
          columns: [{ name: 'id' }],
          // Counted at once, so a list may show fewer.
          total: (data as JsonObject[]).length,
          ...rest,
          data: (data as JsonObject[])
            .filter(isListed)
            .map((item) => ('status' in item ? withEarlierStatus(item) : item))
            .map((item) => (path.startsWith('/v1/applicants') ? brief(item) : item)),
        }))
      const { id, applicant_id } = (JSON.parse(response.body.toString()) as { data: JsonObject })
        .data
      for (const one of [id, applicant_id]) made.set(one, performance.now())
    },
  }
}

/** A fault of a service whose lists have a delay: an immediate read does not show it. */
export function withDelayedLists(fault: () => Fault): () => Fault {
  return () => composed([fault(), lateLists(PREFERENCES.listedAfterMs)], new Set())
}
