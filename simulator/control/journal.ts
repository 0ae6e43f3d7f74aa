import { operations } from '../../spec/contract.ts'
import { iso } from '../time/clock.ts'
import { listAnswer, pageQuery } from '../features/paging.ts'
import type { EntryFilter } from '../request-log/entries.ts'
import { type Entry, modeOf, organizationOf as ownerOf } from '../request-log/entry.ts'
import { json } from '../call/answer.ts'
import type { Call, Handler } from '../call/call.ts'
import type { PageQuery } from '../store/records.ts'
import { OPERATION_IDS, unknownName } from './faults.ts'
import type { ControlHost } from './host.ts'
import { organizationOf } from './access/organization.ts'
import type { Organizations } from '../world/organizations.ts'
import { type LogEntry, textOf } from './logs.ts'

/** The request journal: requests of backends and pages to the public API, with the responses. */
export function journalHandlers(
  ports: { world: Organizations },
  { journal }: Pick<ControlHost, 'journal'>,
): Record<string, Handler> {
  const view = async () => json(200, { data: await journal.state() })
  return {
    retrieveJournal: { run: view },
    setJournal: {
      run: async (call) => {
        const { enabled, organization } = call.body as { enabled: boolean; organization?: string }
        if (organization !== undefined) organizationOf(ports, organization)
        await journal.set(enabled, organization)
        return view()
      },
    },
    listRequests: {
      check: (call) => {
        const { operation } = call.query as EntryFilter
        const ids: string[] = operations.map(({ operationId }) => operationId)
        // The schema rejects other types than text.
        if (typeof operation !== 'string' || ids.includes(operation)) return []
        const message = unknownName(OPERATION_IDS, operation, ids)
        return [{ code: 'custom', path: ['operation'], message, param: 'operation' }]
      },
      run: async (call) => {
        const { organization } = call.query as EntryFilter
        if (organization !== undefined) organizationOf(ports, organization)
        return listAnswer(await readRequests(journal, call, pageQuery(call)), call, textOf)
      },
    },
  }
}

/** Reads a page of the recorded requests, with the filters of a call. */
export async function readRequests(
  journal: ControlHost['journal'],
  call: Call,
  { limit, before }: PageQuery,
): Promise<LogEntry[]> {
  const { organization, mode, operation, status } = call.query as EntryFilter
  const found = await journal.page(before, limit, { organization, mode, operation, status })
  return found.map((entry) => ({
    seq: entry.seq,
    at: entry.at,
    text: JSON.stringify(entryView(entry)),
  }))
}

export function entryView(entry: Entry) {
  const { at, scope, region, keyId, operation, method, path, query, headers, status, answered } =
    entry
  return {
    at: iso(at),
    organization: ownerOf(scope),
    mode: modeOf(scope),
    region,
    key_id: keyId,
    operation,
    method,
    path,
    query,
    headers,
    status,
    answered,
    request_id: entry.requestId,
    duration_ms: entry.durationMs,
    error_code: entry.errorCode,
    fault_id: entry.fault,
    // An entry stored by an older version has none.
    warning: entry.warning ?? null,
    request: bodyView(entry.request),
    response: bodyView(entry.response),
  }
}

function bodyView({ contentType, bytes, text, truncated }: Entry['request']) {
  const body: unknown = text === null || truncated ? text : JSON.parse(text)
  return { content_type: contentType, bytes, body, truncated }
}
