import { operations } from '../../spec/contract.ts'
import { iso } from '../time/clock.ts'
import { listAnswer, pageQuery } from '../features/paging.ts'
import { type Entry, organizationOf as ownerOf } from '../request-log/journal.ts'
import type { Ports } from '../ports.ts'
import { json } from '../call/answer.ts'
import type { Handler } from '../call/call.ts'
import type { Mode } from '../world/world.ts'
import { unknownName } from './faults.ts'
import type { ControlHost } from './host.ts'
import { organizationOf } from './access/organization.ts'

interface Filters {
  organization?: string
  mode?: Mode
  operation?: string
  status?: number
}

/** The request journal: what backends and pages have sent to the public API, and what they were answered. */
export function journalHandlers(ports: Ports, { journal }: ControlHost): Record<string, Handler> {
  const view = () => ({
    enabled: journal.keeping,
    organization: journal.only ?? null,
    count: journal.count,
  })
  return {
    retrieveJournal: { run: () => json(200, { data: view() }) },
    setJournal: {
      run: (call) => {
        const { enabled, organization } = call.body as { enabled: boolean; organization?: string }
        if (organization !== undefined) organizationOf(ports, organization)
        journal.set(enabled, organization)
        return json(200, { data: view() })
      },
    },
    listRequests: {
      check: (call) => {
        const { operation } = call.query as Filters
        const ids: string[] = operations.map(({ operationId }) => operationId)
        // Another type than text is the schema's to refuse.
        if (typeof operation !== 'string' || ids.includes(operation)) return []
        const message = unknownName('operationId of the public API', operation, ids)
        return [{ code: 'custom', path: ['operation'], message, param: 'operation' }]
      },
      run: (call) => {
        const { organization, mode, operation, status } = call.query as Filters
        if (organization !== undefined) organizationOf(ports, organization)
        const { limit, before } = pageQuery(call)
        const found = journal.page(
          before,
          limit,
          (entry) =>
            (organization === undefined || ownerOf(entry.scope) === organization) &&
            (mode === undefined || modeOf(entry) === mode) &&
            (operation === undefined || entry.operation === operation) &&
            (status === undefined || entry.status === status),
        )
        return listAnswer(found, call, (entry) => JSON.stringify(entryView(entry)))
      },
    },
  }
}

function modeOf({ scope }: Entry): string | null {
  return scope?.split('/')[1] ?? null
}

export function entryView(entry: Entry) {
  const { at, scope, region, keyId, operation, method, path, query, headers, status, answered } =
    entry
  return {
    at: iso(at),
    organization: ownerOf(scope),
    mode: modeOf(entry),
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
    request: bodyView(entry.request),
    response: bodyView(entry.response),
  }
}

function bodyView({ contentType, bytes, text, truncated }: Entry['request']) {
  const body: unknown = text === null || truncated ? text : JSON.parse(text)
  return { content_type: contentType, bytes, body, truncated }
}
